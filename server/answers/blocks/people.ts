import { parts } from "../../rendering/blocks/content/parts";
import { readSteps } from "../../rendering/blocks/content/read";
import type { BlockReader } from "./block-text";
import { commaSeparated, sentence, sentences, withoutLinks } from "./sentences";

export const person: BlockReader = function* (content) {
  const { fields, images, text } = yield* readSteps(content, parts.person);
  const name = fields.get("name") || images[0]?.text || "";
  if (name === "") return undefined;
  const about = yield* sentences([commaSeparated([name, fields.get("role"), fields.get("company")]), ...text.split(/\n\s*\n/)]);
  // No full stop after an address, which would be copied with it.
  const contacts = commaSeparated([fields.get("email"), fields.get("phone")]);
  return [{ body: `${about} ${contacts}`.trim(), alternatives: [[...fields.keys()].join(" ")] }];
};

export const quote: BlockReader = function* (content) {
  const { quoted, byline, text, fields } = yield* readSteps(content, parts.quote);
  const by = commaSeparated([...parts.quote.fields.map((field) => fields.get(field)), byline?.trim()]);
  const said = quoted.length > 0 ? quoted.join(" ") : text;
  const words = withoutLinks(said).replace(/\s+/g, " ").trim();
  if (words === "") return undefined;
  const marked = /^["'“„«‚‘「]/.test(words) ? words : `“${words}”`;
  const around = quoted.length > 0 ? withoutLinks(text) : "";
  return [{ body: [by === "" ? marked : `${marked} — ${sentence(by)}`, around].filter(Boolean).join("\n\n") }];
};
