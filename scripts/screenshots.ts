import { mkdir, writeFile } from "node:fs/promises";
import type { Subprocess } from "bun";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { createClient } from "../client";
import { runtimeOptions } from "../server/startup/runtime-options";
import { findChromium } from "./chromium";
import { demoFolderBeside } from "./demo/folder";

const folder = "docs/images";
const maxBytes = 120_000;
const [port, pagesPort] = [process.env.PORT ?? "8090", process.env.PAGES_PORT ?? "8091"];
const environment = { ...process.env, PORT: port, PAGES_PORT: pagesPort, FOYER_DATA: "data" };
const origin = `http://127.0.0.1:${port}`;
const startPatienceMs = 30_000;

const desktop = { viewport: { width: 1_280, height: 800 } };
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2 };

/** Pictures for the README, from the demo's data. */
const key = await makeDemo();
const server = Bun.spawn([process.execPath, "server/main.ts"], {
  env: { ...runtimeOptions, ...environment, FOYER_DATA: demoFolderBeside(environment.FOYER_DATA) },
  stdout: "ignore",
  stderr: "inherit",
});
try {
  await ready(server);
  await takeAll();
} finally {
  server.kill();
  await server.exited;
}

async function makeDemo(): Promise<string> {
  const made = Bun.spawn([process.execPath, "scripts/demo.ts"], { env: environment, stdout: "pipe", stderr: "inherit" });
  const output = await new Response(made.stdout).text();
  const [found] = /foyer_\S+/.exec(output) ?? [];
  if (found === undefined) throw new Error(`The demo printed no key:\n${output}`);
  return found;
}

async function ready({ exitCode }: Subprocess): Promise<void> {
  for (const start = performance.now(); performance.now() - start < startPatienceMs && exitCode === null; ) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await Bun.sleep(100);
  }
  throw new Error("The server did not become ready");
}

async function takeAll(): Promise<void> {
  const client = createClient({ url: origin, apiKey: key });
  const { items: pages } = await client.listPages({});
  const letter = pages.find(({ pageType }) => pageType === "outbound");
  const { items: audiences } = await client.listTenantAudiences({ query: { pageId: letter?.pageId, limit: 1 } });
  const [audience] = audiences;
  if (!audience) throw new Error("The demo has no audiences");
  const { pageId, audienceId } = audience;
  const { publicUrl } = await client.getEffectiveAudience({ params: { page_id: pageId, audience_id: audienceId } });
  const browser = await chromium.launch({ executablePath: findChromium() as string, args: ["--no-sandbox"] });
  const take = async (name: string, options: BrowserContextOptions, show: (page: Page) => Promise<unknown>) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await show(page);
    await page.waitForLoadState("networkidle");
    await keep(name, await page.screenshot());
    await context.close();
  };
  const inConsole = (path: string) => async (page: Page) => {
    await page.goto(`${origin}/console`);
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.goto(`${origin}/console${path}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  };
  await take("visits", { ...desktop, colorScheme: "light" }, inConsole("/visits"));
  await take("audience", { ...desktop, colorScheme: "light" }, inConsole(`/pages/${pageId}/audiences/${audienceId}`));
  await take("figures-dark", { ...desktop, colorScheme: "dark" }, inConsole("/figures"));
  await take("questions-phone", { ...phone, colorScheme: "dark" }, inConsole("/questions"));
  await take("page", { ...desktop, colorScheme: "light" }, (page) => page.goto(publicUrl as string));
  await take("page-phone", { ...phone, colorScheme: "light" }, (page) => page.goto(publicUrl as string));
  await browser.close();
}

/** In the best quality that fits into the limit. */
async function keep(name: string, picture: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const quality of [85, 75, 65, 50]) {
    const bytes = await sharp(picture).webp({ quality }).toBuffer();
    if (bytes.length > maxBytes) continue;
    await writeFile(`${folder}/${name}.webp`, bytes);
    return console.log(`${folder}/${name}.webp ${bytes.length} bytes`);
  }
  throw new Error(`${name} is larger than ${maxBytes} bytes`);
}
