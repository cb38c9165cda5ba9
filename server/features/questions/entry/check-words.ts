import type { FieldProblem } from "../../../../contract";
import { spelledWords } from "../../../answers/words/words";
import type { PrepareContext } from "../../../context";
import { identifiersIn } from "../../../erasure/identifiers";
import { personsById } from "../../persons";
import type { QuestionRow } from "../queries";
import { mentionsName } from "./mentions-name";

/**
 * An entry is kept when a person is erased, so that it must not have a visitor's words that name somebody. An editor's own words
 * may, unless they repeat an address or number that the visitor wrote.
 */
export async function checkWords(ctx: PrepareContext, asked: QuestionRow, question: string | undefined): Promise<FieldProblem[]> {
  const written = new Set(identifiersIn([asked.text]));
  const isNaming =
    identifiersIn([question ?? asked.text]).some((identifier) => written.has(identifier)) ||
    (isCopied(asked.text, question) && (await namesItsPerson(ctx, asked)));
  if (!isNaming) return [];
  const message =
    "must be given in your own words: the visitor's name a person, by name, e-mail address, phone number or profile";
  return [{ location: "body.question", code: question === undefined ? "required" : "invalid", message }];
}

function isCopied(text: string, question: string | undefined): boolean {
  return question === undefined || spelledWords(question).join(" ") === spelledWords(text).join(" ");
}

/** The person whom the page was made for. */
async function namesItsPerson({ db, tenantId }: PrepareContext, { text, person_id }: QuestionRow): Promise<boolean> {
  if (person_id === null) return false;
  const [person] = await personsById(db, tenantId, [person_id]);
  return person !== undefined && mentionsName(text, person.name ?? "");
}
