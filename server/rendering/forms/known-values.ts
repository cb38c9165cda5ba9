import type { FormField } from "../../../contract";
import type { PageDocument } from "../page-document";
import { withoutPlaceholders } from "../templates/placeholders";
import { filledText, tokenValues } from "../tokens";
import { inputAttributes } from "./input-attributes";

/** Which fields are filled in beforehand, by their `autocomplete` names. */
const knownValues: Readonly<Record<string, string>> = {
  name: "{{ person.name }}",
  "given-name": "{{ person.firstName }}",
  "family-name": "{{ person.lastName }}",
  email: "{{ person.email }}",
  tel: "{{ person.phoneNumber }}",
  organization: "{{ account.name }}",
};

/** With what an input is filled in beforehand, as a text with tokens. */
export function knownValue(field: Pick<FormField, "type" | "name">): string | undefined {
  if (field.type.toLowerCase() === "linkedin") return "{{ person.linkedinProfileUrl }}";
  return knownValues[inputAttributes(field).autocomplete ?? ""];
}

const otherElements = new Set(["checkbox", "file", "select", "textarea"]);

/** What a browser sends of a field if its visitor leaves it as the page shows it, by the field's name. */
export function valuesBeforehand(document: PageDocument, fields: readonly FormField[]): ReadonlyMap<string, string> {
  const values = tokenValues(document);
  return new Map(
    fields.map((field) => {
      const known = otherElements.has(field.type.toLowerCase()) ? undefined : knownValue(field);
      // Inputs of one line have no line ends.
      return [
        field.name,
        withoutPlaceholders(filledText(known ?? "", values))
          .replace(/[\r\n]/g, "")
          .trim(),
      ];
    }),
  );
}
