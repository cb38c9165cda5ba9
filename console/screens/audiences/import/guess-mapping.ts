import type { ImportField, Mapping } from "../../../api/import/rows";

type NameField = "name" | "lastName";

/** Names that CRMs give to columns. */
const columnNames: Record<Exclude<ImportField, NameField>, RegExp> = {
  email: /e-?mail/i,
  domain: /domain|website/i,
  phoneNumber: /phone|mobile|telefon/i,
  linkedinProfileUrl: /linkedin/i,
  externalId: /(^|[ _-])id$|external|record/i,
};
const fullName = /^full[ _-]?name$/i;
const plainName = /^name$/i;
const firstName = /^(first|given)[ _-]?name$|^vorname$/i;
const lastName = /^(last|family)[ _-]?name$|^surname$|^(nach|familien)name$/i;
const contactName = /^contact([ _-]?(name|person))?$/i;
/** Any other name, unless it is that of something else than a person, or half of one. */
const otherName =
  /^(?!.*(company|account|firm|organi[sz]ation|business|employer|user|campaign|domain|product|event|deal|owner|middle|nick)).*name/i;

/** Guesses which column is which. */
export function guessMapping(columns: readonly string[]): Mapping {
  const mapping = nameColumns(columns);
  const taken = new Set<string | undefined>(Object.values(mapping));
  for (const [field, pattern] of Object.entries(columnNames) as [ImportField, RegExp][]) {
    const column = columns.find((name) => !taken.has(name) && pattern.test(name));
    if (column === undefined) continue;
    taken.add(column);
    mapping[field] = column;
  }
  return mapping;
}

/** A last name is added to a first name alone: beside a whole name, it would stand there twice. */
function nameColumns(columns: readonly string[]): Mapping {
  const find = (pattern: RegExp) => columns.find((column) => pattern.test(column));
  const plain = find(plainName);
  const full = find(fullName);
  const first = find(firstName);
  // Beside "Vorname", the German "Name" is the last name.
  const isLast = plain !== undefined && /^vorname$/i.test(first ?? "") && find(lastName) === undefined;
  const last = isLast ? plain : find(lastName);
  const whole = full ?? (isLast ? undefined : plain);
  if (whole === undefined && first !== undefined) return { name: first, ...(last !== undefined && { lastName: last }) };
  const name =
    whole ?? find(contactName) ?? last ?? columns.find((column) => otherName.test(column) && !columnNames.email.test(column));
  return name === undefined ? {} : { name };
}
