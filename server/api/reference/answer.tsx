/** @jsxImportSource hono/jsx */
import { hash } from "node:crypto";
import { Problem } from "../../records/problem";
import { blockExample } from "../../rendering";
import { renderReferencePage } from "./layout";
import { pages } from "./pages";
import { markup } from "./parts/markup";
import { script } from "./script";
import { resultsFor, SearchResults } from "./search";
import { style } from "./style";

export const referencePath = "/docs";

const examplesPath = "examples/";
const queryMark = "\u0001query";
const resultsMark = "\u0001results";

interface Asked {
  method: string;
  path: string;
  query: string;
}

/** Pages are rendered when they are first asked for. */
export function createReference(publicUrl: string): (asked: Asked) => Promise<Response> {
  const rendered = new Map<string, string>();
  return async ({ method, path, query }) => {
    if (method !== "GET" && method !== "HEAD") throw new Problem("method_not_allowed", { headers: { allow: "GET" } });
    const name = path.slice(referencePath.length + 1);
    if (name.startsWith(examplesPath)) return exampleAnswer(name.slice(examplesPath.length));
    if (name === "search") return searchAnswer(new URLSearchParams(query));
    const page = pages.find((one) => one.name === name);
    if (!page) return foundInstead(name);
    const html = rendered.get(name) ?? renderReferencePage(page, publicUrl);
    rendered.set(name, html);
    return new Response(html, { headers });
  };

  /** Of a block, for the frame beside its text. */
  function exampleAnswer(name: string): Response {
    const example = blockExample(name);
    if (!example) throw new Problem("not_found", { detail: "There is no such block" });
    return new Response(example.html, { headers: { ...headers, "content-security-policy": example.policy } });
  }

  /** The script asks for the places alone while somebody types. */
  function searchAnswer(asked: URLSearchParams): Response {
    const query = asked.get("q") ?? "";
    if (asked.get("part") === "results") return Response.json(resultsFor(query));
    return resultsAnswer(query, 200);
  }

  /** Where there is no page, what has the words of its name. */
  function foundInstead(name: string): Response {
    return resultsAnswer(name.split(/\W+|_/).filter(Boolean).join(" "), 404);
  }

  function resultsAnswer(query: string, status: 200 | 404): Response {
    // The results first: they hold nothing of what was asked, which may be anything.
    const html = searchShell().replace(resultsMark, () => String(<SearchResults query={query} isPageMissing={status === 404} />));
    return new Response(
      html.replace(queryMark, () => String(markup`${query}`)),
      { status, headers },
    );
  }

  /** What is around the results, rendered once: anybody can ask for them, as often as they like. */
  function searchShell(): string {
    const shell =
      rendered.get("search") ??
      renderReferencePage({ name: "search", title: "Search", content: () => resultsMark }, publicUrl, queryMark);
    rendered.set("search", shell);
    return shell;
  }
}

const sourceOf = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;

/** The script may call the API with a key, so nothing but what is written here runs. */
const policy = [
  "default-src 'none'",
  `script-src ${sourceOf(script)}`,
  `style-src ${sourceOf(style)}`,
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy,
  "referrer-policy": "no-referrer",
  // With the console's, so that a reference opened from there shares its key.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
