import type { FieldProblem } from "../../../../contract";
import { codePoints, maxTextLength } from "../../../../contract/fields";
import { inTurns } from "../../../answers/building/in-turns";
import { faqSteps, saysSomething } from "../../../rendering";

/** An entry must be one that could be written by hand, and say something. */
export async function checkContent(tenantId: string, content: string, isNew: boolean): Promise<FieldProblem[]> {
  if (content.length > maxTextLength && codePoints(content) > maxTextLength) {
    const message = `must leave room for the question: an entry has at most ${maxTextLength} characters`;
    return [{ location: "body.topicEntryId", code: "too_long", message }];
  }
  if (saysSomething(await inTurns(tenantId, faqSteps(content)))) return [];
  if (!isNew) return [{ location: "body.topicEntryId", code: "invalid", message: "must name an entry that has an answer" }];
  const message = "must have a line that does not end with a question mark: those that do are other ways to ask, and not shown";
  return [{ location: "body.answer", code: "invalid", message }];
}
