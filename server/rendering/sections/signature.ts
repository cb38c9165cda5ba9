import type { Topic } from "../../../contract";
import { memoize } from "../../caching/memoize";
import { parts } from "../blocks/content/parts";
import { listed, readContent } from "../blocks/content/read";
import type { PageDocument } from "../page-document";
import { escapeHtml } from "../templates/escape";
import { withoutPlaceholders } from "../templates/placeholders";
import { filledText, type TokenValues } from "../tokens";

/** The end of a letter: the first person that its topics show, or else the brand. Empty if its last topic shows that person. */
export function signatureLine({ topics, topicIds, brand }: PageDocument, values: TokenValues, language: string): string {
  const [sender] = personsIn(topics);
  const last = sender && lastShown(topics, topicIds);
  if (last && personsIn([last]).some(({ name }) => name === sender.name)) return "";
  const shown = (text: string) => escapeHtml(withoutPlaceholders(filledText(text, values)));
  if (!sender) return brand ? `<p class="from">${escapeHtml(withoutPlaceholders(brand.name))}</p>` : "";
  const roles = listed(sender.roles, language);
  return `<p class="from">${shown(sender.name)}${roles === "" ? "" : `<small>${shown(roles)}</small>`}</p>`;
}

interface Sender {
  name: string;
  roles: (string | undefined)[];
}

function personsIn(topics: readonly Topic[]): Sender[] {
  return topics.flatMap(personsOf);
}

const personsOf = memoize(({ entries }: Topic): Sender[] =>
  entries.flatMap(({ content: { type, content } }) => {
    if (type.toLowerCase() !== "person") return [];
    const { fields, images } = readContent(content, parts.person);
    const name = fields.get("name") || images[0]?.text || "";
    return name === "" ? [] : [{ name, roles: [fields.get("role"), fields.get("company")] }];
  }),
);

/** Topics that are not among the identifiers come last. */
function lastShown(topics: readonly Topic[], topicIds: readonly string[]): Topic | undefined {
  const unnamed = topics.findLast(({ topicId }) => !topicIds.includes(topicId));
  if (unnamed) return unnamed;
  const lastId = topicIds.findLast((topicId) => topics.some((topic) => topic.topicId === topicId));
  return topics.find(({ topicId }) => topicId === lastId);
}
