/** @jsxImportSource hono/jsx */
import { LruCache } from "../../caching/lru-cache";
import { memoize } from "../../caching/memoize";
import type { AssetScope } from "../images";
import { phrasesOf } from "../language/translations";
import type { Template } from "../templates/template";
import { TemplateBuilder } from "../templates/template-builder";
import { Answer, type ShownAnswer } from "./answer";

/** In characters of the texts that templates were made from. */
const maxLength = 1_000_000;

/** With slots for `form`, `token` and `wayBack`. Visitors ask for the same things, so what quotes the same is made once. */
export function answerTemplate(answer: ShownAnswer, language: string, assetScope: AssetScope): Template {
  const build = () => buildAnswer(answer, language, assetScope);
  const { passages, written, options, hasForm } = answer;
  if (written !== undefined) return build();
  const texts = passages.map(({ heading, body }) => [heading, body]);
  const made = JSON.stringify([assetScope.tenantId, language, texts, options, hasForm]);
  return templatesOf(assetScope.signer).get(made, build);
}

/** The signer makes the addresses of assets. */
const templatesOf = memoize((_signer: AssetScope["signer"]) => new LruCache<Template>(maxLength));

function buildAnswer(answer: ShownAnswer, language: string, assetScope: AssetScope): Template {
  const builder = new TemplateBuilder();
  return builder.build(
    <Answer answer={answer} phrases={phrasesOf(language)} language={language} builder={builder} assetScope={assetScope} />,
  );
}
