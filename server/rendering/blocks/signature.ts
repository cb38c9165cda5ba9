import type { Topic } from "../../../contract";
import { memoize } from "../../caching/memoize";
import { parts } from "../entries/parts";
import { listed, readContent } from "../entries/read";
import type { PageDocument } from "../page-document";
import { escapeHtml } from "../templates/escape";
import { withoutPlaceholders } from "../templates/placeholders";
import { filledText, type TokenValues } from "../tokens";

/** The end of a letter: the first person that its topics show, or else the brand. */
export function signatureLine({ topics, brand }: PageDocument, values: TokenValues, language: string): string {
  const { sender } = senderOf(topics);
  const shown = (text: string) => escapeHtml(withoutPlaceholders(filledText(text, values)));
  if (!sender) return brand ? `<p class="from">${escapeHtml(withoutPlaceholders(brand.name))}</p>` : "";
  const roles = listed(sender.roles, language);
  return `<p class="from">${shown(sender.name)}${roles === "" ? "" : `<small>${shown(roles)}</small>`}</p>`;
}

interface Sender {
  name: string;
  roles: (string | undefined)[];
}

const senderOf = memoize((topics: readonly Topic[]): { sender?: Sender } => {
  const entries = topics.flatMap(({ entries }) => entries);
  const person = entries.find(({ content }) => content.type.toLowerCase() === "person");
  if (!person) return {};
  const { fields, images } = readContent(person.content.content, parts.person);
  const name = fields.get("name") || images[0]?.text || "";
  return name === "" ? {} : { sender: { name, roles: [fields.get("role"), fields.get("company")] } };
});
