import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHmac, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Webhook } from "standardwebhooks";
import * as shown from "../../console/screens/events/webhook/verify-code";
import { useService } from "../support/service/service";

const python = Bun.which("python3");
const secret = `whsec_${randomBytes(32).toString("base64")}`;
const body = JSON.stringify({ type: "person.created", data: { name: "Zoë 日" } });

/** The headers of a webhook that the public package signed so many seconds ago. */
function signed(text: string, secondsAgo = 0, by = secret): Record<string, string> {
  const at = new Date(Date.now() - secondsAgo * 1_000);
  return {
    "webhook-id": "event_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": `v1,bm90IHRoaXM= ${new Webhook(by).sign("event_1", at, text)}`,
  };
}

/** What the blocks of code take for granted. */
const surroundings = `
declare const foyer: import("./client").Client;
declare const request: Request;
declare const url: string;
declare const apiKey: string;
declare const secret: string;
declare let lastPosition: number;
declare function handle(event: import("./client").FeedEvent): Promise<void>;
declare function use(id: string | undefined): void;
`;

async function blocksOf(document: string, language: string): Promise<string[]> {
  const text = await Bun.file(`docs/${document}.md`).text();
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, code]) => code as string);
}

/** Beside the client, as a reader has them. */
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "foyer-docs-"));
  for (const name of ["client", "contract", "node_modules"]) symlinkSync(resolve(name), join(folder, name));
  for (const document of ["webhooks", "client"]) {
    const blocks = await blocksOf(document, "ts");
    await Promise.all(blocks.map((code, index) => Bun.write(join(folder, `${document}-${index}.ts`), module(code))));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file without imports is no module, and can't wait for anything. */
function module(code: string): string {
  return code.startsWith("import ") ? code : `${code}export {};\n`;
}

test("what the documentation says in TypeScript compiles", async () => {
  const { compilerOptions } = Bun.JSONC.parse(await Bun.file("tsconfig.json").text()) as { compilerOptions: object };
  const unused = { noUnusedLocals: false };
  await Bun.write(join(folder, "surroundings.d.ts"), surroundings);
  await Bun.write(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...unused }, include: ["*.ts"] }),
  );
  const { stdout, stderr } = Bun.spawnSync([process.execPath, resolve("node_modules/.bin/tsc"), "--checkers", "1", "-p", folder]);
  expect(stdout.toString() + stderr.toString()).toBe("");
});

/** Runs a block as it is written; `before` gives it what it takes for granted. */
async function run(block: string, before: string, env: Record<string, string>): Promise<string> {
  await Bun.write(join(folder, "before.js"), before);
  const child = Bun.spawn([process.execPath, "--preload", join(folder, "before.js"), join(folder, `${block}.ts`)], {
    env: { ...process.env, ...env },
    stderr: "pipe",
  });
  const [out, problems] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return out + (problems === "" ? "" : (/\w*Error: .*|WebhookNotVerified.*/.exec(problems)?.[0] ?? problems));
}

test("what the documentation says in TypeScript accepts what was signed, and nothing else", async () => {
  const event = JSON.stringify({ type: "person.created", data: { email: "zoe@example.com" } });
  const before = `globalThis.request = new Request("http://receiver", { method: "POST", ...JSON.parse(process.env.RECEIVED) });`;
  const receive = (headers: Record<string, string>, sent: string) =>
    run("webhooks-0", before, { RECEIVED: JSON.stringify({ headers, body: sent }), FOYER_WEBHOOK_SECRET: secret });
  expect(await receive(signed(event), event)).toBe("zoe@example.com\n");
  expect(await receive(signed(event), `${event} `)).toContain("No signature fits");
});

const service = useService("sqlite");

test("what the documentation says in TypeScript follows the feed", async () => {
  const { api, origin } = service();
  for (const title of ["First", "Second"]) await api.call("createTopic", { body: { title } });
  const before = `
    Object.assign(globalThis, { url: process.env.FOYER, apiKey: process.env.KEY, lastPosition: 0 });
    globalThis.handle = async (event) => {
      if (event.type === "topic.created") console.log(event.data.title, event.position > lastPosition);
      if (event.data.title === "Second") process.exit();
    };`;
  expect(await run("webhooks-1", before, { FOYER: origin, KEY: api.key })).toBe("First true\nSecond true\n");
});

test("the console shows what the documentation says", async () => {
  const [typescript] = await blocksOf("webhooks", "ts");
  const [inPython] = await blocksOf("webhooks", "python");
  expect([`${shown.typescript}\n`, `${shown.python}\n`]).toEqual([typescript as string, inPython as string]);
});

test.skipIf(python === null)("what the documentation says in Python accepts what was signed, and nothing else", async () => {
  const [code] = await blocksOf("webhooks", "python");
  const { "webhook-signature": _, ...unsigned } = signed(body);
  const withoutSecret = (key: string) => ({ headers: signedWithNothing(), sent: body, accepted: false, secret: key });
  const cases: { headers: Record<string, string>; sent: string; accepted: boolean; secret?: string }[] = [
    { headers: signed(body), sent: body, accepted: true },
    { headers: signed(body), sent: `${body} `, accepted: false },
    { headers: signed(body, 3_600), sent: body, accepted: false },
    { headers: signed(body, 0, `whsec_${randomBytes(32).toString("base64")}`), sent: body, accepted: false },
    { headers: unsigned, sent: body, accepted: false },
    { headers: { ...signed(body), "webhook-timestamp": "now" }, sent: body, accepted: false },
    { headers: { ...signed(body), "webhook-signature": "v1,é" }, sent: body, accepted: false },
    withoutSecret(""),
    withoutSecret("whsec_"),
  ];
  const program = `${code}
import json, sys
for case in json.load(sys.stdin):
    print(verify(case["sent"].encode(), case["headers"], case.get("secret", ${JSON.stringify(secret)})))
`;
  await Bun.write(join(folder, "verify.py"), program);
  const { stdout, stderr } = Bun.spawnSync([python as string, join(folder, "verify.py")], {
    stdin: new TextEncoder().encode(JSON.stringify(cases)),
    env: { ...process.env, PYTHONUTF8: "1" },
  });
  const said = stdout.toString().trim().split("\n");
  expect([stderr.toString(), ...said]).toEqual(["", ...cases.map(({ accepted }) => (accepted ? "True" : "False"))]);
});

/** As anybody can sign for a receiver whose secret is not set. */
function signedWithNothing(): Record<string, string> {
  const headers = signed(body);
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return { ...headers, "webhook-signature": `v1,${createHmac("sha256", "").update(content).digest("base64")}` };
}
