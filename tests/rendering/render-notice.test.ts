import { describe, expect, test } from "bun:test";
import { renderNoticePage } from "../../server/rendering";
import { pageDocument } from "../support/samples/page-document";
import { forbiddenAddresses, payloads } from "../support/samples/payloads";

describe("a notice page", () => {
  const brand = pageDocument().brand!;

  test("shows its title and text in the brand's colours, and never as markup", () => {
    const { html, sources } = renderNoticePage({
      status: 404,
      brand: { ...brand, name: "North <wind> {{ person.name }}" },
      title: "Not <here> {{ page.title }}",
      text: "There is no page at this address.",
      back: "/",
    });
    expect(html).toContain("<h1>Not &lt;here&gt; {{ page.title }}</h1>");
    expect(html).toContain("<bdi>North &lt;wind&gt; {{ person.name }}</bdi></span>");
    expect(html).toContain('<a class="button" href="/">Back</a>');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain("--go:");
    expect(sources).toMatch(/^script-src 'none'; style-src 'sha256-/);
  });

  test("is marked as English, whatever its texts are", () => {
    const { html } = renderNoticePage({ status: 422, brand, title: "שלום לכולם", text: "Wir und die anderen sind für Sie da" });
    expect(html).toStartWith('<!doctype html><html lang="en"><head>');
    expect(html).toContain("<bdi>Northwind Analytics</bdi>");
  });

  test("never lets a form's own words of thanks become markup, nor its next step run anything", () => {
    const page = (words: string, href: string) =>
      renderNoticePage({ status: 200, brand, title: words, text: words, next: { href, title: words } }).html;
    const body = (html: string) => html.slice(html.indexOf("<body"));
    const tagsIn = (html: string) => body(html).match(/<[a-z][^>]*>/gi) ?? [];
    const expected = tagsIn(page("Thanks", "https://example.com"));
    for (const payload of payloads) expect(tagsIn(page(payload, "https://example.com"))).toEqual(expected);
    for (const address of forbiddenAddresses) {
      const [, href = ""] = / href="([^"]*)"/.exec(body(page("Thanks", address))) ?? [];
      expect(new URL(href.replaceAll("&amp;", "&"), "https://page.example").protocol).toMatch(/^(https?|mailto|tel):$/);
    }
  });

  test("has the default colours without a brand, and no link back to an unsafe address", () => {
    const { html } = renderNoticePage({ status: 421, brand: null, title: "No", text: "No", back: "javascript:alert(1)" });
    expect(html).not.toContain("javascript:");
    expect(html).toContain("color-scheme:light dark");
  });
});
