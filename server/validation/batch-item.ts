import type * as z from "zod";
import { errors, type FieldProblem } from "../../contract";
import { atOnce, type Steps } from "../event-loop/steps";
import { Problem } from "../records/problem";
import { parseFields } from "./parse-fields";

type FieldCheck = (item: object, location: string, problems: FieldProblem[]) => Steps<void>;

/** An item of a batch, or what is wrong with it. */
export function checkedItem<Schema extends z.ZodObject>(
  schema: Schema,
  item: object,
  location: string,
  alsoCheck?: FieldCheck,
): z.output<Schema> | Problem {
  const problems: FieldProblem[] = [];
  const body = parseFields(schema, item, location, problems);
  if (alsoCheck) atOnce(alsoCheck(item, location, problems));
  return problems.length > 0 ? new Problem("validation_failed", { errors: problems }) : (body as z.output<Schema>);
}

/** A problem as the result of one item. */
export function describedProblem({ code, details }: Problem) {
  const { title } = errors[code];
  const { detail = title, errors: fields, existingId } = details;
  return { code, detail, ...(fields && { errors: fields }), ...(existingId !== undefined && { existingId }) };
}
