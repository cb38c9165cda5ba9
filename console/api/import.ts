import * as z from "zod";
import { keyedAudience, newPerson } from "../../contract";
import { keptInTab } from "../session/tab-storage";

export const rowsAtOnce = 100;
const storedAs = "foyer-console-import";
/** Lines are counted from one, and the first has the names of the columns. */
const firstRowLine = 2;

export const importFields = {
  name: "Name",
  email: "E-mail",
  domain: "Company domain",
  phoneNumber: "Phone",
  linkedinProfileUrl: "LinkedIn profile",
  externalId: "Your own identifier",
} as const;
export type ImportField = keyof typeof importFields;
export type Mapping = Partial<Record<ImportField, string>>;
export type CsvRow = Record<string, string>;
/** Not more closely: a row with more cells than there are columns has the rest of them in a list. */
const csvRow = z.custom<CsvRow>((row) => typeof row === "object" && row !== null);

export interface Refused {
  row: CsvRow;
  problem: string;
}

/** An import as it is kept in the browser, so that a reload goes on where it was. */
const importState = z.object({
  /** Part of the idempotency keys: the same group sent twice is done once. */
  id: z.string(),
  /** Whoever signs in to another tenant in the same tab has nothing to do with it. */
  tenantId: z.string(),
  /** Rows of the file, those that were refused before anything was sent included. */
  total: z.number(),
  rows: z.array(csvRow),
  mapping: z.partialRecord(z.enum(Object.keys(importFields) as ImportField[]), z.string()),
  pageId: z.string().nullable(),
  /** Rows that are done, in whole groups. */
  done: z.number(),
  created: z.number(),
  updated: z.number(),
  refused: z.array(z.object({ row: csvRow, problem: z.string() })),
});
export type ImportState = z.output<typeof importState>;

/** Guesses which column is which from the names that CRMs use. */
export function guessMapping(columns: readonly string[]): Mapping {
  const patterns: Record<ImportField, RegExp> = {
    email: /e-?mail/i,
    name: /^(full ?)?name$|^contact|name/i,
    domain: /domain|website/i,
    phoneNumber: /phone|mobile|telefon/i,
    linkedinProfileUrl: /linkedin/i,
    externalId: /(^|[ _])id$|external|record/i,
  };
  const left = new Set(columns);
  const found = (Object.entries(patterns) as [ImportField, RegExp][]).flatMap(([field, pattern]) => {
    const column = [...left].find((name) => pattern.test(name));
    if (column === undefined) return [];
    left.delete(column);
    return [[field, column] as const];
  });
  return Object.fromEntries(found);
}

/** A row as the API takes a person. Empty cells are left out. */
export function personOf(row: CsvRow, mapping: Mapping): Record<string, string> {
  const fields = Object.entries(mapping).filter(([field]) => field !== "externalId");
  const cells = fields.map(([field, column]) => [field, (row[column] ?? "").trim()] as const);
  return Object.fromEntries(cells.filter(([, value]) => value !== ""));
}

/** Stable, so that the same row imported again changes the same audience. */
export function externalIdOf(row: CsvRow, mapping: Mapping): string {
  const own = mapping.externalId && row[mapping.externalId]?.trim();
  const person = personOf(row, mapping);
  return own || person.email?.toLowerCase() || person.name || "";
}

export interface CheckedRows {
  sound: CsvRow[];
  wrong: (Refused & { line: number })[];
}

/** What can be said against rows before anything is sent. Of audiences with the same identifier, the first one counts. */
export function checkRows(rows: readonly CsvRow[], mapping: Mapping, withAudience: boolean): CheckedRows {
  const lineOf = new Map<string, number>();
  const checked: CheckedRows = { sound: [], wrong: [] };
  for (const [index, row] of rows.entries()) {
    const line = index + firstRowLine;
    const externalId = externalIdOf(row, mapping);
    const earlier = withAudience ? lineOf.get(externalId) : undefined;
    const repeated = earlier === undefined ? undefined : `Has the same identifier as line ${earlier}: ${externalId}`;
    const problem = problemWith(row, mapping, withAudience) ?? repeated;
    if (problem === undefined) {
      lineOf.set(externalId, line);
      checked.sound.push(row);
    } else checked.wrong.push({ row, line, problem });
  }
  return checked;
}

/** What the contract says against a row; undefined when it is fine. */
function problemWith(row: CsvRow, mapping: Mapping, withAudience: boolean): string | undefined {
  const found = [
    newPerson.safeParse(personOf(row, mapping)),
    ...(withAudience ? [keyedAudience.safeParse({ externalId: externalIdOf(row, mapping) })] : []),
  ];
  const issues = found.flatMap(({ error }) => error?.issues ?? []);
  return issues.length === 0 ? undefined : issues.map(inWords).join("; ");
}

function inWords({ path, message }: z.core.$ZodIssue): string {
  const field = path[0] as ImportField;
  return `${importFields[field] ?? field}: ${/received undefined/.test(message) ? "is missing" : message}`;
}

export function storedImport(tenantId: string): ImportState | undefined {
  const { data } = importState.safeParse(keptInTab(storedAs));
  if (data?.tenantId === tenantId) return data;
  sessionStorage.removeItem(storedAs);
  return undefined;
}

/** Too much for the browser's storage is imported all the same, but not remembered. */
export function storeImport(state: ImportState | undefined): void {
  try {
    if (state) sessionStorage.setItem(storedAs, JSON.stringify(state));
    else sessionStorage.removeItem(storedAs);
  } catch {
    sessionStorage.removeItem(storedAs);
  }
}
