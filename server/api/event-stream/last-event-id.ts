import * as z from "zod";
import type { FieldProblem } from "../../../contract";
import { count } from "../../../contract/fields";
import { parseFields } from "../../validation/parse-fields";

const name = "Last-Event-ID";
const schema = z.strictObject({ [name]: count });

export const lastEventIdLocation = `header.${name}`;

/** Checked like `after`: a stream that ignored a damaged position would skip events. */
export function readLastEventId(headers: Headers, problems: FieldProblem[]): number | undefined {
  const text = headers.get(name);
  if (text === null) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : text;
  const checked = parseFields(schema, { [name]: value }, "header", problems) as z.output<typeof schema> | undefined;
  return checked?.[name];
}
