import type { WorstRequest } from "./requests";
import type { NeighboursStage } from "./stage";

/** How many audiences have their own copy of the largest page. */
const audiences = 24;
const formBytes = 200_000;
const batchEvents = 50;
const visitors = 200;

export const visitorAttacks = ["pages", "plainPages", "spellings", "nothingThere", "forms", "questions", "visits"] as const;
type VisitorAttack = (typeof visitorAttacks)[number];

/** What anybody can send to the visitors' listener, to the pages of the bad neighbour. */
export async function visitorRequests(stage: NeighboursStage): Promise<Record<VisitorAttack, WorstRequest[]>> {
  const urls = await largePages(stage);
  const [first] = urls as [string, ...string[]];
  const { origin } = new URL(first);
  const html = await (await fetch(first)).text();
  const page = /name="page" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const visit = /\/_foyer\/views\/([^"]+)\.gif/.exec(html)?.[1] ?? "";
  if (page === "" || visit === "") throw new Error("The page has no token");
  const post = (path: string, fields: Record<string, string>): WorstRequest => ({
    url: origin + path,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  const get = (url: string, headers: Record<string, string> = {}): WorstRequest => ({
    url,
    method: "GET",
    headers,
    body: undefined,
  });
  const long = "long words ".repeat(formBytes / 11);
  const clicked = "c".repeat(70);
  const events = Array.from({ length: batchEvents }, (_, seq) => [seq, "c", 10 * seq, clicked, clicked, clicked, ""]);
  const batch = (visitor: number) => JSON.stringify({ v: `visitor${1_000 + visitor}`, l: "loadkey000", n: 10_000, e: events });
  const visits = (body: string): WorstRequest => ({ url: `${origin}/_foyer/visits/${visit}`, method: "POST", headers: {}, body });
  return {
    pages: urls.map((url) => get(url, { "accept-encoding": "br" })),
    // Never from memory.
    plainPages: urls.map((url) => get(url, { "accept-encoding": "identity" })),
    spellings: spellings(first).map((url) => get(url, { "accept-encoding": "gzip, br, zstd" })),
    nothingThere: urls.map((url, index) => get(`${url}/none-${index}`)),
    forms: [
      post("/_foyer/forms", { page, email: "not an address", note: long }),
      post("/_foyer/forms", { page: "forged", email: "a@b.example", note: long }),
      post("/_foyer/forms", { page, email: "a@b.example" }),
    ],
    questions: [
      post("/_foyer/ask", { page, question: "What about plain words, and more of them?" }),
      post("/_foyer/ask", { page, question: long }),
      post("/_foyer/ask", { page, question: "" }),
    ],
    visits: [
      ...[...Array(visitors).keys()].map((visitor) => visits(batch(visitor))),
      visits(long),
      get(`${origin}/_foyer/views/${visit}.gif`),
      get(`${origin}/_foyer/more/${visit}`),
    ],
  };
}

/** Addresses of the largest page that can be built, as each of many audiences sees it. */
async function largePages({ badApi: api }: NeighboursStage): Promise<string[]> {
  const body = { name: "For visitors", pageContext: "About", brandId: "none", actions: [], actionCardWidgets: [], scripts: [] };
  const { pageId } = await api.call("createPage", { body });
  await api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
  const urls: string[] = [];
  for (let made = 0; made < audiences; made += 1) {
    const { audienceId } = await api.call("createAudience", { params: { page_id: pageId }, body: {} });
    const seen = await api.call("getEffectiveAudience", { params: { page_id: pageId, audience_id: audienceId } });
    urls.push(String(seen.publicUrl));
  }
  return urls;
}

function spellings(url: string): string[] {
  const escaped = url.replace(/[a-z]$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return [...Array(20).keys()].flatMap((index) => [`${url}?${index}`, `${url}/`, `${escaped}?q=${index}`]);
}
