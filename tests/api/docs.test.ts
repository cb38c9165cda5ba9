import { beforeAll, expect, test } from "bun:test";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ErrorCode, errors, eventStream, events, type Operation, operations } from "../../contract";
import { resourceOf } from "../../contract/openapi/resources";
import { hasUnnumbered } from "../../server/webhooks/feed/number-events";
import { onBothEngines } from "../support/database/engines";
import { addAudience, tenantIdOf } from "../support/database/rows";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

interface Element {
  tag: string;
  attributes: Record<string, string>;
}

interface Page {
  path: string;
  response: Response;
  html: string;
  elements: Element[];
}

const all: Operation[] = [...Object.values<Operation>(operations), eventStream];
const resources = [...new Set(all.map(resourceOf))];
/** One page of everything was 700,000. */
const maxPageLength = 200_000;

onBothEngines("the reference", (engine) => {
  const service = useService(engine);
  const pages = new Map<string, Page>();
  const of = (path: string) => pages.get(path) as Page;
  const idsIn = ({ elements }: Page) => elements.flatMap(({ attributes }) => attributes.id ?? []);
  const linksIn = ({ elements }: Page) => elements.flatMap(({ attributes }) => attributes.href ?? []);

  /** Every page that can be reached from the first. */
  beforeAll(async () => {
    const waiting = ["/docs"];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue;
      const page = await read(path);
      pages.set(path, page);
      waiting.push(...linksIn(page).flatMap((href) => (href.startsWith("/docs") ? (href.split("#")[0] as string) : [])));
    }
  });

  async function read(path: string): Promise<Page> {
    const response = await fetch(service().origin + path);
    const html = await response.text();
    return { path, response, html, elements: await parsed(html) };
  }

  test("has a page for each resource, none of them long, without a key", () => {
    for (const name of [...resources, "conventions", "content", "event_types", "error_codes"]) {
      const { response, html } = of(`/docs/${name}`);
      expect([name, response.status]).toEqual([name, 200]);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(html.length).toBeLessThan(maxPageLength);
    }
  });

  test("has no page but its own", async () => {
    for (const path of ["/docs/nothing", "/docs/persons/", "/docs/constructor", "/docsx"]) {
      expect((await fetch(service().origin + path)).status).toBe(404);
    }
    expect((await fetch(`${service().origin}/docs`, { method: "POST" })).status).toBe(405);
  });

  test("shows what has the words of a page that it doesn't have", async () => {
    const missing = await read("/docs/webhook-delivery/%22%3E%3Cimg src=x>");
    expect(missing.response.status).toBe(404);
    expect(missing.html).toContain("The reference has no such page.");
    expect(missing.elements.filter(({ tag }) => tag === "img")).toEqual([]);
    expect(linksIn(await read("/docs/webhooks"))).toContain("/docs/webhook_subscriptions#createWebhookSubscription");
    expect(linksIn(await read("/docs/nothing"))).toContain("/docs/persons");
  });

  test("is where / redirects to", async () => {
    const root = await fetch(`${service().origin}/`, { redirect: "manual" });
    expect(root.headers.get("location")).toBe("/docs");
  });

  test("describes every operation, event, error code and schema in one place, and has each once in its index", () => {
    const anchors = [...all.map(({ id }) => id), ...Object.keys(errors), ...Object.keys(events).map((type) => `event-${type}`)];
    for (const page of pages.values()) {
      expect(idsIn(page).filter((id, index) => idsIn(page).indexOf(id) !== index)).toEqual([]);
    }
    const described = [...pages.values()].filter(({ path }) => path !== "/docs").flatMap(idsIn);
    for (const anchor of anchors) expect([anchor, described.filter((id) => id === anchor).length]).toEqual([anchor, 1]);
    expect(anchors.filter((anchor) => !idsIn(of("/docs")).includes(anchor))).toEqual([]);
    const schemas = described.filter((id) => id.startsWith("schema-"));
    expect(new Set(schemas).size).toBe(schemas.length);
    expect(schemas.length).toBeGreaterThan(70);
  });

  test("has no link that leads nowhere", () => {
    let inside = 0;
    for (const page of pages.values()) {
      for (const href of linksIn(page)) {
        const [path, anchor] = href.split("#") as [string, string | undefined];
        const target = path === "" ? page : pages.get(path);
        if (!target) expect(["/openapi.json", "/console"]).toContain(href);
        else if (anchor !== undefined) expect([href, idsIn(target).includes(anchor)]).toEqual([href, true]);
        inside += 1;
      }
    }
    expect(inside).toBeGreaterThan(1_500);
  });

  test("loads nothing but its own examples of blocks, which run nothing, and runs its own script alone", () => {
    for (const { response, elements: all, html } of pages.values()) {
      const isExample = ({ tag, attributes }: Element) =>
        tag === "iframe" && attributes.src?.startsWith("/docs/examples/") && attributes.sandbox === "allow-same-origin";
      const elements = all.filter((element) => !isExample(element));
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self';/);
      expect(policy).not.toContain("unsafe");
      expect(elements.filter(({ tag }) => ["link", "img", "iframe", "object", "base"].includes(tag))).toEqual([]);
      expect(elements.filter(({ tag }) => tag === "script")).toHaveLength(1);
      const loading = elements
        .flatMap(({ attributes }) => Object.keys(attributes))
        .filter((name) => /^(src|srcset|on.*|style)$/.test(name));
      expect(loading).toEqual([]);
      expect(html).not.toMatch(/@import|url\(/);
    }
  });

  test("shows which operations are in the numbered contract and which are extensions", () => {
    for (const operation of all) {
      const { html } = of(`/docs/${resourceOf(operation)}`);
      const section = html.slice(html.indexOf(`<section class="operation" aria-labelledby="${operation.id}">`));
      const heading = section.slice(0, section.indexOf("</header>"));
      expect(heading).toContain(operation.tier === "contract" ? `>contract ${operation.number}<` : ">extension<");
      expect(heading).toContain(operation.anyKey ? "any key" : operation.access);
    }
  });

  test("leads from the address that a problem gives as its type to what it means", async () => {
    const { type } = await service().api.refusal("createPerson", { body: { name: "" } });
    const { pathname, hash } = new URL(type);
    const line = of(pathname).html.split(`<li id="${hash.slice(1)}">`)[1] ?? "";
    expect(line).toStartWith(`<a href="/docs/error_codes${hash}">`);
  });

  test("shows a body's nested fields by their dotted names", () => {
    const { html } = of("/docs/pages");
    const section = html.slice(html.indexOf('aria-labelledby="createPage"'));
    expect(section).toContain('<code class="name"><span>actions[].</span><wbr>url</code>');
  });

  test("can be navigated by headings, landmarks and table headers", () => {
    for (const { elements, path } of pages.values()) {
      const tags = elements.map(({ tag }) => tag);
      const once = tags.filter((tag) => ["h1", "main", "nav", "title"].includes(tag)).sort();
      expect([path, ...once]).toEqual([path, "h1", "main", "nav", "title"]);
      expect(elements.find(({ tag }) => tag === "html")?.attributes.lang).toBe("en");
      expect(elements.filter(({ tag, attributes }) => tag === "th" && attributes.scope === undefined)).toEqual([]);
      expect(tags.filter((tag) => tag === "caption").length).toBe(tags.filter((tag) => tag === "table").length);
      const levels = tags.filter((tag) => /^h\d$/.test(tag)).map((tag) => Number(tag[1]));
      expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] as number) + 1)).toEqual([]);
    }
  });

  test("finds operations, fields, codes, events and topics by words, without a script", async () => {
    const first = async (query: string) => {
      const { html, response } = await read(`/docs/search?q=${encodeURIComponent(query)}`);
      expect(response.status).toBe(200);
      const results = html.slice(html.indexOf('id="results"'));
      return [...results.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href as string);
    };
    expect((await first("createPerson"))[0]).toBe("/docs/persons#createPerson");
    expect((await first("audience links"))[0]).toBe("/docs/audiences#listAudienceLinks");
    expect(await first("supplementarycontext")).toContain("/docs/audiences#createAudience");
    for (const query of ["streamEvents", "event stream", "/v0/events/stream", "Last-Event-ID", "server-sent"]) {
      expect([query, (await first(query))[0]]).toEqual([query, "/docs/events#streamEvents"]);
    }
    expect((await first("path_taken"))[0]).toBe("/docs/error_codes#path_taken");
    expect((await first("form.submitted"))[0]).toBe("/docs/event_types#event-form.submitted");
    expect(await first("IDEMPOTENCY")).toContain("/docs/conventions#idempotency");
    expect(await first("zzz")).toEqual([]);
    expect(await first("")).toEqual([]);
  });

  test("shows what was searched for as text", async () => {
    const { html, elements } = await read(
      `/docs/search?q=${encodeURIComponent('\u0001results\u0001query"><img src=x><script>1</script>')}`,
    );
    expect(elements.filter(({ tag }) => tag === "img")).toEqual([]);
    expect(elements.filter(({ tag }) => tag === "script")).toHaveLength(1);
    expect(html).not.toContain("<img");
  });

  test("shows commands that work when they are run", async () => {
    const { origin, api } = service();
    const audience_id = await addAudience(service().db, await tenantIdOf(service().db, api));
    const { pageLinkId: page_link_id } = await api.call("createPageLink", {
      body: { path: "/before", tenantDomainId: null, target: { targetType: "audience", audienceId: audience_id } },
    });
    const ids: Record<string, string> = { audience_id, page_link_id };
    for (const [id, status] of Object.entries({
      createPerson: 201,
      // The account of acme.com is there already, with the person.
      createAccount: 409,
      createTopic: 201,
      createApiKey: 201,
      createPage: 201,
      updatePageLink: 200,
    })) {
      const operation = operations[id as keyof typeof operations];
      const { html } = of(`/docs/${resourceOf(operation)}`);
      const command = /<pre>(curl.*?)<\/pre>/s.exec(html.slice(html.indexOf(`aria-labelledby="${id}"`)))?.[1] ?? "";
      const run = asText(command).replaceAll(/'"\$(\w+_id)"'|\$(\w+_id)/g, (_, inBody, inPath) => ids[inBody ?? inPath] ?? "");
      const [, path = "", body = ""] = /\$FOYER_URL([^"]+)".*-d '([^']+)'$/s.exec(run) ?? [];
      const sent = await fetch(`${origin}${path}`, {
        method: operation.method,
        headers: { "x-api-key": api.key, "content-type": "application/json" },
        body,
      });
      expect({ id, status: sent.status }).toEqual({ id, status });
    }
  });

  test("shows how to follow events: what the stream takes, what a message looks like, and a command that goes on where it stopped", async () => {
    const { html } = of("/docs/events");
    const section = html.slice(html.indexOf('aria-labelledby="streamEvents"'));
    const own = section.slice(0, section.indexOf("</section>"));
    const text = asText(own.replaceAll(/<(?!wbr)[^>]+>/g, " "));
    for (const said of ["/v0/events/stream", "Last-Event-ID", "after", "subjectId", "text/event-stream"]) {
      expect(text).toContain(said);
    }
    expect(own).not.toContain("Run it");
    const [command = "", message = ""] = [...own.matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, pre]) => asText(pre as string));
    const shown = Object.fromEntries(message.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
    expect(JSON.parse(shown.data)).toMatchObject({ position: Number(shown.id), type: shown.event });
    const written = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8");
    const guide = /```sh\n(touch events.txt\n.*?)```/s.exec(written)?.[1] ?? "";
    expect(guide).toContain("curl");
    // The suite needs nothing but Node, and curl may not be there.
    if (Bun.which("curl") === null) return;
    for (const follow of [command, guide]) expect(await positionsOf(follow)).toEqual([1, 2, 3]);
  });

  /** Runs the command twice, with an event before each run. The first run is cut in the middle of a message. */
  async function positionsOf(command: string): Promise<number[]> {
    const { api } = await createTenant(service(), `follows ${crypto.randomUUID()}`);
    const folder = mkdtempSync(join(tmpdir(), "foyer-follow-"));
    const file = join(folder, "events.txt");
    writeFileSync(join(folder, ".curlrc"), "max-time = 20\n");
    const { origin } = service();
    const env = { ...process.env, CURL_HOME: folder, FOYER_URL: origin, FOYER_KEY: api.key };
    for (const title of ["First", "Second"]) {
      await api.call("createTopic", { body: { title } });
      await until(async () => !(await hasUnnumbered(service().db)));
      const io = { stdout: "ignore", stderr: "ignore", detached: true } as const;
      const running = Bun.spawn(["sh", "-c", command], { cwd: folder, env, ...io });
      await until(
        async () => running.exitCode !== null || (existsSync(file) && readFileSync(file, "utf8").includes(`"${title}"`)),
      );
      if (running.exitCode === null) process.kill(-running.pid);
      await running.exited;
      if (title === "First") appendFileSync(file, "id: 3\n");
    }
    const lines = readFileSync(file, "utf8").split("\n");
    rmSync(folder, { recursive: true });
    return lines.flatMap((line) =>
      line.startsWith("data: ") ? (JSON.parse(line.slice("data: ".length)).position as number) : [],
    );
  }

  test("comes with an OpenAPI document that has every problem code, and says where the service is", async () => {
    const served = await fetch(`${service().origin}/openapi.json`);
    expect(served.headers.get("content-type")).toBe("application/json");
    const document = (await served.json()) as {
      servers: { url: string }[];
      components: { schemas: { Problem: { properties: { code: { enum: ErrorCode[] } } } } };
    };
    expect(document.servers.map(({ url }) => url)).toEqual(["http://foyer.test"]);
    expect(document.components.schemas.Problem.properties.code.enum.sort()).toEqual((Object.keys(errors) as ErrorCode[]).sort());
  });
});

function asText(markup: string): string {
  const entities: Record<string, string> = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return markup.replaceAll("<wbr>", "").replace(/&[^;]+;/g, (entity) => entities[entity] ?? entity);
}

async function parsed(html: string): Promise<Element[]> {
  const elements: Element[] = [];
  const rewriter = new HTMLRewriter().on("*", {
    element({ tagName, attributes }) {
      elements.push({ tag: tagName, attributes: Object.fromEntries(attributes) });
    },
  });
  await rewriter.transform(new Response(html)).text();
  return elements;
}
