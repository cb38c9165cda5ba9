import { beforeAll, expect, test } from "bun:test";
import { type ErrorCode, errors, events, type Operation, operations } from "../../contract";
import { onBothEngines } from "../support/engines";
import { useService } from "../support/service";

interface Element {
  tag: string;
  attributes: Record<string, string>;
}

onBothEngines("the reference", (engine) => {
  const service = useService(engine);
  let response: Response;
  let html: string;
  let elements: Element[];
  const ids = () => elements.flatMap(({ attributes }) => attributes.id ?? []);
  const links = () => elements.flatMap(({ attributes }) => attributes.href ?? []);

  beforeAll(async () => {
    response = await fetch(`${service().origin}/docs`);
    html = await response.text();
    elements = await parsed(html);
  });

  test("is served without a key, with a policy that lets it load nothing", () => {
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toStartWith("default-src 'none'; style-src 'unsafe-inline';");
  });

  test("is where / redirects to", async () => {
    const root = await fetch(`${service().origin}/`, { redirect: "manual" });
    expect(root.headers.get("location")).toBe("/docs");
  });

  test("has an anchor for every operation, event and error code, each once", () => {
    const wanted = [...Object.keys(operations), ...Object.keys(errors), ...Object.keys(events).map((type) => `event-${type}`)];
    expect(wanted.filter((id) => !ids().includes(id))).toEqual([]);
    expect(ids().filter((id, index) => ids().indexOf(id) !== index)).toEqual([]);
  });

  test("has no link that leads nowhere", () => {
    const inside = links().filter((href) => href.startsWith("#"));
    expect(inside.length).toBeGreaterThan(500);
    expect(inside.filter((href) => !ids().includes(href.slice(1)))).toEqual([]);
  });

  test("refers to nothing outside and runs nothing", () => {
    expect(links().filter((href) => !href.startsWith("#"))).toSatisfy((hrefs) => hrefs.every((href) => href === "/openapi.json"));
    expect(elements.filter(({ tag }) => ["script", "link", "img", "iframe", "object", "form", "base"].includes(tag))).toEqual([]);
    const loading = elements
      .flatMap(({ attributes }) => Object.keys(attributes))
      .filter((name) => /^(src|srcset|on.*|style)$/.test(name));
    expect(loading).toEqual([]);
    expect(html).not.toMatch(/@import|url\(/);
  });

  test("shows which operations are in the numbered contract and which are extensions", () => {
    for (const operation of Object.values<Operation>(operations)) {
      const section = html.slice(html.indexOf(`<section class="operation" aria-labelledby="${operation.id}">`));
      const heading = section.slice(0, section.indexOf("</header>"));
      expect(heading).toContain(operation.tier === "contract" ? `>contract ${operation.number}<` : ">extension<");
      expect(heading).toContain(operation.anyKey ? "any key" : operation.access);
    }
  });

  test("explains a problem at the address the problem gives as its type", async () => {
    const { type } = await service().api.refusal("createPerson", { body: { name: "" } });
    const { pathname, hash } = new URL(type);
    expect(pathname).toBe("/docs");
    expect(ids()).toContain(hash.slice(1));
  });

  test("shows a body's nested fields by their dotted names", () => {
    const section = html.slice(html.indexOf('aria-labelledby="createPage"'));
    expect(section).toContain('<code class="name"><span>actions[].</span><wbr>url</code>');
  });

  test("can be navigated by headings, landmarks and table headers", () => {
    const tags = elements.map(({ tag }) => tag);
    expect(tags.filter((tag) => ["h1", "main", "nav", "title"].includes(tag)).sort()).toEqual(["h1", "main", "nav", "title"]);
    expect(elements.find(({ tag }) => tag === "html")?.attributes.lang).toBe("en");
    expect(elements.filter(({ tag, attributes }) => tag === "th" && attributes.scope === undefined)).toEqual([]);
    expect(tags.filter((tag) => tag === "caption").length).toBe(tags.filter((tag) => tag === "table").length);
    const levels = tags.filter((tag) => /^h\d$/.test(tag)).map((tag) => Number(tag[1]));
    expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] as number) + 1)).toEqual([]);
  });

  test("shows commands that work when they are run", async () => {
    const { origin, api } = service();
    for (const id of ["createPerson", "createAccount", "createTopic", "createApiKey"] as const) {
      const command = /<pre>(curl.*?)<\/pre>/s.exec(html.slice(html.indexOf(`aria-labelledby="${id}"`)))?.[1] ?? "";
      const [, path = "", body = ""] = /\$FOYER_URL([^"]+)".*-d '([^']+)'$/s.exec(asText(command)) ?? [];
      const sent = await fetch(`${origin}${path}`, {
        method: "POST",
        headers: { "x-api-key": api.key, "content-type": "application/json" },
        body,
      });
      // The account of acme.com is there already, with the person.
      expect({ id, status: sent.status }).toEqual({ id, status: id === "createAccount" ? 409 : 201 });
    }
  });

  test("comes with an OpenAPI document that has every problem code", async () => {
    const served = await fetch(`${service().origin}/openapi.json`);
    expect(served.headers.get("content-type")).toBe("application/json");
    const document = (await served.json()) as {
      components: { schemas: { Problem: { properties: { code: { enum: ErrorCode[] } } } } };
    };
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
