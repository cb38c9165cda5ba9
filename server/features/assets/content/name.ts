import { maxNameLength } from "../../../../contract/fields";
import { Problem } from "../../../records/problem";

const untitled = "Untitled";

/** The file's own name without its path and without invisible characters. */
export function nameOfFile(filename: string | undefined): string {
  const last = filename?.split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(/[\u0001-\u001f\u007f-\u009f\u2028\u2029]/g, "").trim();
  if ([...name].length > maxNameLength) {
    const message = `has a name of more than ${maxNameLength} characters: send a name of its own`;
    throw new Problem("validation_failed", { errors: [{ location: "body.file", code: "too_long", message }] });
  }
  return /^\.*$/.test(name) ? untitled : name;
}
