import { expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";

const least = { actions: [], actionCardWidgets: [], brandId: "", name: "Page", pageContext: "Context", scripts: [] };

const refused = [
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "data:text/html,<b>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://acme.example/1",
  "x{token}:alert(1)",
  "{scheme}:alert(1)",
  " https://acme.example/",
  "https://acme.example/ ",
  "https://acme.example/a b",
  "https://acme.example/\ta",
  "java\nscript:alert(1)",
  "https://acme.example/a\u00a0b",
  "\ufeffjavascript:alert(1)",
  "\u2028/path",
  "/a\u3000b",
  "\u0001javascript:alert(1)",
  "/a\u0085b",
  "https:\\\\evil.example",
  "/\\evil.example",
  "\\\\evil.example\\share",
  '/"onmouseover=alert(1)',
  "/<script>",
  "/a>b",
  "/`x`",
];

const accepted = [
  "",
  "https://acme.example",
  "HTTP://acme.example:8080/a?b=c&d='e'#f",
  "https://user@acme.example/(a),;=+!*$~",
  "https://acme.example/%3Cb%3E%22%60%5C%20",
  "https://acme.example/é/日本",
  "mailto:ada@acme.example?subject=Hello%20there",
  "tel:+14155550123",
  "/relative/path",
  "relative/path",
  "./a:b",
  "?query=a:b",
  "#fragment",
  "//cdn.example/logo.svg",
  'https://acme.example/{person.slug}?name={{person.name}}&from={{ account.name | default: "x" }}',
  "{link}",
  "/a|b^c[d]",
];

onBothEngines("addresses in a page", (engine) => {
  const service = useService(engine);
  const links = (urls: string[]) => [
    { id: "g", title: "G", links: urls.map((url, index) => ({ id: `${index}`, text: "L", url })) },
  ];

  test("that could run a script or break out of their attribute are refused, each with its location", async () => {
    const { errors } = await service().api.refusal("createPage", { body: { ...least, footerLinks: links(refused) } });
    expect(errors?.map(({ location, code }) => `${location} ${code}`)).toEqual(
      refused.map((_, index) => `body.footerLinks[0].links[${index}].url bad_format`),
    );
  });

  test("that lead to the web, to a mailbox, to a telephone or elsewhere on the site are kept as they are", async () => {
    const page = await service().api.call("createPage", { body: { ...least, footerLinks: links(accepted) } });
    expect(page.footerLinks).toEqual(links(accepted));
  });
});
