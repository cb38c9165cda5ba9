import { describe, expect, test } from "bun:test";
import { renderNoticePage } from "../../server/rendering";
import { pageDocument } from "../support/page-document";

describe("a notice", () => {
  const brand = pageDocument().brand!;

  test("says what is the matter in the brand's look, as text", () => {
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

  test("is in English, whatever the words in it", () => {
    const { html } = renderNoticePage({ status: 422, brand, title: "שלום לכולם", text: "Wir und die anderen sind für Sie da" });
    expect(html).toStartWith('<!doctype html><html lang="en"><head>');
    expect(html).toContain("<bdi>Northwind Analytics</bdi>");
  });

  test("has the default look without a brand, and no way back to a forbidden address", () => {
    const { html } = renderNoticePage({ status: 421, brand: null, title: "No", text: "No", back: "javascript:alert(1)" });
    expect(html).not.toContain("javascript:");
    expect(html).toContain("color-scheme:light dark");
  });
});
