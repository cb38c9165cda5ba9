import type { Page } from "playwright-core";
import { deckScript } from "../../../server/rendering/head/deck-script";
import { pageScriptPath } from "../../../server/rendering/head/page-script";

const deck = [deckScript.html.slice("<script>".length, -"</script>".length)];

/** What pages are made of; whatever else is in one came in through somebody's text. */
const elements = `html head meta title link style script body a header span img main div section article aside p h1 h2 h3 h4 h5 h6 b i bdi
  ul ol li strong em del code br pre blockquote hr table thead tbody tr th td figure details summary form input label textarea button
  select option footer nav noscript picture source figcaption time fieldset legend small`;
const attributes = `lang dir charset name property content media rel href class id src alt loading decoding type tabindex aria-label
  aria-labelledby aria-hidden method action value for maxlength rows required inputmode autocomplete placeholder title download start
  srcset sizes width height fetchpriority datetime data-action data-of data-visit defer aria-live data-looking data-failed
  data-step hidden novalidate`;
const vocabulary = {
  elements: elements.split(/\s+/),
  attributes: attributes.split(/\s+/),
  scripts: deck,
  scriptPath: pageScriptPath,
};

export interface Anatomy {
  /** What no page of ours has. */
  foreign: string[];
  /** Elements and their attributes outside of topics, where a text's own lines make no difference. */
  skeleton: string;
  /** What a payload that ran would have left behind. */
  pwned: unknown;
  /** Numbers of the fields whose texts are here. */
  marks: number[];
  title: string;
}

export function anatomyOf(page: Page): Promise<Anatomy> {
  return page.evaluate((known) => {
    const foreign: string[] = [];
    const skeleton: string[] = [];
    const wrong = (element: Element, what: string) => foreign.push(`${what}: ${element.outerHTML.slice(0, 300)}`);
    const schemes = new Set(["http:", "https:", "mailto:", "tel:"]);
    for (const element of document.querySelectorAll("*")) {
      const { localName: tag } = element;
      if (element.namespaceURI !== "http://www.w3.org/1999/xhtml" || !known.elements.includes(tag)) wrong(element, "element");
      const names = element.getAttributeNames().filter((name) => !known.attributes.includes(name));
      if (names.length > 0) wrong(element, `attributes ${names}`);
      if (tag === "script") checkScript(element as HTMLScriptElement);
      if (element instanceof HTMLAnchorElement && element.hasAttribute("href") && !schemes.has(element.protocol))
        wrong(element, "address");
      if (element instanceof HTMLImageElement && new URL(element.src).origin !== location.origin) wrong(element, "image");
      if (tag === "form" && !element.getAttribute("action")?.startsWith("/_foyer/")) wrong(element, "form");
      if (element instanceof HTMLLinkElement) checkLink(element);
      if (!element.closest(".topic *") && tag !== "p" && tag !== "br") {
        skeleton.push(
          `${tag} ${element
            .getAttributeNames()
            .filter((name) => name !== "dir" && name !== "rel")
            .sort()}`,
        );
      }
    }
    if (document.querySelectorAll("style").length > 2) foreign.push("more than our styles");

    function checkScript(script: HTMLScriptElement) {
      if (known.scripts.includes(script.text) && script.type === "" && !script.src) return;
      if (script.getAttribute("src") === known.scriptPath && script.text === "") return;
      if (script.type !== "application/ld+json") return wrong(script, "script");
      const data = JSON.parse(script.text) as Record<string, unknown>;
      const fields = Object.keys(data).filter((key) => !/^(@context|@type|name|description|inLanguage|publisher)$/.test(key));
      if (fields.length > 0) wrong(script, "data");
    }
    function checkLink(link: HTMLLinkElement) {
      const isIcon = link.rel === "icon" && link.href.startsWith("data:image/svg+xml,%3Csvg%20xmlns");
      const isCanonical = link.rel === "canonical" && /^https?:/.test(link.href);
      const isDrawn = /^(icon|apple-touch-icon)$/.test(link.rel) && link.getAttribute("href")?.startsWith("/_foyer/icons/");
      if (!isIcon && !isDrawn && !isCanonical) wrong(link, "link");
    }

    const marks = [...document.documentElement.outerHTML.matchAll(/~(\d+)~/g)].map(([, number]) => Number(number));
    const pwned = (window as { __pwned?: unknown }).__pwned ?? null;
    const title = document.querySelector("h1")?.textContent ?? "";
    return { foreign, skeleton: skeleton.join("\n"), pwned, marks: [...new Set(marks)], title };
  }, vocabulary);
}

/** Whatever in a page leads or asks for something, as the browser reads it; not the icon, which is a drawing of ours. */
export function addressesIn(page: Page): Promise<{ tag: string; href: string }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("[href],[src],[action],[formaction],[data],[poster],[srcset],[cite],[background]")].flatMap(
      (element) =>
        element.getAttributeNames().flatMap((name) => {
          const isAddress = /^(href|src|action|formaction|data|poster|srcset|cite|background)$/.test(name);
          if (!isAddress || element.matches("link[rel=icon]")) return [];
          return [{ tag: element.localName, href: new URL(element.getAttribute(name) as string, document.baseURI).href }];
        }),
    ),
  );
}

/** A text without what HTML, or a page of ours, can't hold as it is. */
export function bare(text: string): string {
  return text.toWellFormed().replace(/[\s\0\ufffd\ufdd0-\ufddf]+/g, "");
}
