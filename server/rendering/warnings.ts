import { maxWarnings, type Warning } from "../../contract/pages/warnings";
import { turns } from "../event-loop/turns";
import { scopeOf } from "./document-scope";
import { entryGroups, groupMarkup } from "./entries/entry-groups";
import type { PageDocument } from "./page-document";
import { pageWarnings } from "./page-warnings";
import { TemplateBuilder } from "./templates/template-builder";

/** What visitors are not shown as it was meant, and where: made by rendering every part once more. */
export async function warningsOf(document: PageDocument, tenantId: string): Promise<Warning[]> {
  const found: Warning[] = [];
  for (const some of partWarnings(document)) {
    found.push(...some.slice(0, maxWarnings - found.length));
    if (found.length === maxWarnings) break;
    const turn = turns.next(tenantId);
    if (turn) await turn;
  }
  return found;
}

/** Those of one part after the other; most have none. */
function* partWarnings(document: PageDocument): Generator<Warning[]> {
  yield* pageWarnings(document);
  for (const [index, topic] of document.topics.entries()) {
    let before = 0;
    for (const group of entryGroups(topic.entries)) {
      for (const [offset, entry] of group.entries()) {
        const at = { location: `topics[${index}].entries[${before + offset}].content`, subjectId: entry.topicEntryId };
        const found: Warning[] = [];
        const scope = scopeOf(document, (code, message) => {
          if (found.length < maxWarnings) found.push({ ...at, code, message });
        });
        groupMarkup([entry], new TemplateBuilder(), scope);
        yield found;
      }
      before += group.length;
    }
  }
}
