import { readSteps } from "../../rendering/entries/read";
import type { BlockReader } from "./block-text";
import { listed, sentence, sentences, withoutLinks } from "./sentences";

const personFields = ["name", "role", "company", "email", "phone", "linkedin", "booking"];

export const person: BlockReader = function* (content) {
  const { fields, images, text } = yield* readSteps(content, personFields);
  const name = fields.get("name") ?? images[0]?.text ?? "";
  if (name === "") return undefined;
  const about = yield* sentences([listed([name, fields.get("role"), fields.get("company")]), ...text.split(/\n\s*\n/)]);
  // No full stop after an address, which would be copied with it.
  const contacts = listed([fields.get("email"), fields.get("phone")]);
  return [{ body: `${about} ${contacts}`.trim(), alternatives: [[...fields.keys()].join(" ")] }];
};

export const quote: BlockReader = function* (content) {
  const { quoted, text, fields } = yield* readSteps(content, ["name", "role", "company"]);
  const byline = /^(?:—|–|--)\s*(.+)$/m.exec(text)?.[1] ?? "";
  const by = fields.has("name") ? listed([fields.get("name"), fields.get("role"), fields.get("company")]) : byline.trim();
  const said = quoted.length > 0 ? quoted.join(" ") : text.replace(/^(?:—|–|--).*$/m, "");
  const words = withoutLinks(said).replace(/\s+/g, " ").trim();
  if (words === "") return undefined;
  const marked = /^["'“„«‚‘「]/.test(words) ? words : `“${words}”`;
  return [{ body: by === "" ? marked : `${marked} — ${sentence(by)}` }];
};
