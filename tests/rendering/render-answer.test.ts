import { expect, spyOn, test } from "bun:test";
import { renderAnswerPage } from "../../server/rendering";
import { TemplateBuilder } from "../../server/rendering/templates/template-builder";
import { type TokenValues, tokenValues } from "../../server/rendering/tokens";
import { createSigner } from "../../server/secrets/signer";
import { assetId, assetScope, pageDocument } from "../support/samples/page-document";

const passage = { heading: "What do I get?", body: `**{{ person.name }}** gets <all> of it. ![A chart](${assetId})` };
const values = tokenValues(pageDocument());

function answer(changes: Partial<Parameters<typeof renderAnswerPage>[0]> = {}): string {
  const shown = { passages: [passage], options: ["What does {{ person.name }} pay?"] };
  const page = { question: "what?", answer: shown, formAddress: "/ada#form-1", language: "en", brand: null, assetScope, values };
  return renderAnswerPage({ ...page, token: "token-1", back: "/ada", isInPlace: false, ...changes }).html;
}

test("an answer that is given again is made once", () => {
  answer();
  const build = spyOn(TemplateBuilder.prototype, "build");
  answer({ question: "what else?", token: "token-2", back: "/grace" });
  expect(build.mock.calls.length).toBe(0);
  build.mockRestore();
});

test("an answer that is given again has the name, the token and the addresses of whoever asks now", () => {
  answer();
  const grace: TokenValues = { ...values, person: { ...values.person, name: 'Grace "<b>" Hopper' } };
  const html = answer({ values: grace, token: 'token"2', back: "/grace&co", formAddress: "/grace&co#form-1" });
  expect(html).toContain("<strong>Grace &quot;&lt;b&gt;&quot; Hopper</strong> gets &lt;all&gt; of it.");
  expect(html).toContain('value="What does Grace &quot;&lt;b&gt;&quot; Hopper pay?"');
  expect(html.match(/name="page" value="token&quot;2"/g)).toHaveLength(2);
  expect(html.match(/back=%2Fgrace%26co"/g)).toHaveLength(2);
  expect(html).toContain('class="button" href="/grace&amp;co"');
  expect(html).not.toMatch(/Ada|token-1|"\/ada/);
});

test("answers with the same texts have the addresses of images of their own tenant and installation", () => {
  const pathOf = (html: string) => /\/_foyer\/assets\/[^"]+/.exec(html)?.[0];
  const others = [
    { ...assetScope, tenantId: "tenant_00000000000000000000000002" },
    { ...assetScope, signer: createSigner("another secret") },
  ];
  const paths = [assetScope, ...others].map((scope) => pathOf(answer({ assetScope: scope })));
  expect(paths).not.toContain(undefined);
  expect(new Set(paths).size).toBe(3);
});

test("the form of the page is offered where the page doesn't know, if it has one", () => {
  const unknown = { passages: [], options: [] };
  expect(answer({ answer: unknown })).toContain('class="button main" href="/ada#form-1"');
  expect(answer({ answer: unknown, formAddress: undefined })).not.toContain("button main");
});
