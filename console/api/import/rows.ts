import type * as z from "zod";
import { explained, keyedAudience, newPerson } from "../../../contract";

export const importFields = {
  name: "Name",
  lastName: "Last name (if in a column of its own)",
  email: "E-mail",
  domain: "Company domain",
  phoneNumber: "Phone",
  linkedinProfileUrl: "LinkedIn profile",
  externalId: "Your own identifier",
} as const;
export type ImportField = keyof typeof importFields;
export type Mapping = Partial<Record<ImportField, string>>;
export type CsvRow = Record<string, string>;
/** A row as the API takes a person. Empty cells are left out. */
export function personOf(row: CsvRow, mapping: Mapping): Record<string, string> {
  const { externalId, lastName, ...columns } = mapping;
  const cells = Object.entries(columns).map(([field, column]) => [field, cellOf(row, column)] as const);
  const person: Record<string, string> = Object.fromEntries(cells);
  const name = `${person.name ?? ""} ${cellOf(row, lastName)}`.trim();
  const told = { ...person, name, phoneNumber: withoutSeparators(person.phoneNumber ?? "") };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== ""));
}

function cellOf(row: CsvRow, column: string | undefined): string {
  return column === undefined ? "" : (row[column] ?? "").trim();
}

/** "+49 (0) 151 / 123-45" as the API takes it. Without a country it stays as it is, and is refused. */
function withoutSeparators(phone: string): string {
  if (!phone.startsWith("+")) return phone;
  // Numbers in Italy have their zero from abroad, too.
  const isItalian = /^\+\s*39/.test(phone);
  const dialled = isItalian ? phone : phone.replace(/\(\s*0\s*\)/, "");
  return dialled.replaceAll(/[\s()./\u2010-\u2015-]/g, "");
}

/** Stable, so that the same row imported again changes the same audience. */
export function externalIdOf(row: CsvRow, mapping: Mapping): string {
  const person = personOf(row, mapping);
  return cellOf(row, mapping.externalId) || person.email?.toLowerCase() || person.name || "";
}

/** Where it begins in its file. */
export interface FileRow {
  row: CsvRow;
  line: number;
}

export interface RefusedRow extends FileRow {
  problem: string;
}

export interface CheckedRows {
  sound: FileRow[];
  wrong: RefusedRow[];
}

/**
 * What can be said against rows before anything is sent. Of audiences with the same identifier, the first one counts.
 * `lines`: where each row is in its file.
 */
export function checkRows(
  { rows, lines }: { rows: readonly CsvRow[]; lines: readonly number[] },
  mapping: Mapping,
  withAudience: boolean,
): CheckedRows {
  const lineOf = new Map<string, number>();
  const checked: CheckedRows = { sound: [], wrong: [] };
  for (const [index, row] of rows.entries()) {
    const line = lines[index] as number;
    const externalId = externalIdOf(row, mapping);
    const earlier = withAudience ? lineOf.get(externalId) : undefined;
    const repeated = earlier === undefined ? undefined : `Has the same identifier as line ${earlier}: ${externalId}`;
    const problem = problemWith(row, mapping, withAudience) ?? repeated;
    if (problem === undefined) {
      lineOf.set(externalId, line);
      checked.sound.push({ row, line });
    } else checked.wrong.push({ row, line, problem });
  }
  return checked;
}

/** What the contract says against a row; undefined when it is fine. */
function problemWith(row: CsvRow, mapping: Mapping, withAudience: boolean): string | undefined {
  const person = personOf(row, mapping);
  const externalId = externalIdOf(row, mapping);
  const found = [newPerson.safeParse(person), ...(withAudience ? [keyedAudience.safeParse({ externalId })] : [])];
  const issues = found.flatMap(({ error }) => error?.issues ?? []);
  if (issues.length > 0) return issues.map(inWords).join("; ");
  // With such a row, the server refuses all of its group.
  const hasNul = [...Object.values(person), externalId].some((text) => text.includes("\u0000"));
  return hasNul ? "Has a character that is no text (NUL)" : undefined;
}

function inWords(issue: z.core.$ZodIssue): string {
  const field = issue.path[0] as ImportField;
  const message = /received undefined/.test(issue.message) ? "is missing" : explained(issue).message;
  return `${importFields[field] ?? field}: ${message}`;
}
