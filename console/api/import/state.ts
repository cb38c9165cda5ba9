import * as z from "zod";
import { keptInTab } from "../../session/tab-storage";
import { type CheckedRows, type CsvRow, type FileRow, type ImportField, importFields, type Mapping } from "./rows";

const storedAs = "foyer-console-import";

/** A file whose rows are longer altogether is kept without the columns that are not sent. */
const maxWholeCharacters = 3_000_000;
/** Quotes and a comma. */
const charactersAroundCell = 3;

/** An import as it is kept in the tab, so that a reload goes on where it was. The tab has room for five million characters. */
const importState = z.object({
  /** Part of the idempotency keys: the same group sent twice is done once. */
  id: z.string(),
  /** Whoever signs in to another tenant in the same tab has nothing to do with it. */
  tenantId: z.string(),
  pageId: z.string().nullable(),
  mapping: z.partialRecord(z.enum(Object.keys(importFields) as ImportField[]), z.string()),
  /** Those of the file, in its order. */
  columns: z.array(z.string()),
  /** Rows of the file, those that were refused before anything was sent included. */
  total: z.number(),
  /** Rows to be sent, and how many of them are done, in whole groups. */
  count: z.number(),
  done: z.number(),
  /** Of the rows that are not sent yet: all columns, or those that are sent where the tab has no room for all. */
  keptColumns: z.array(z.string()),
  /** The cells of each row that is not sent yet, by `keptColumns`. */
  waiting: z.array(z.array(z.string())),
  created: z.number(),
  updated: z.number(),
  audienceIds: z.array(z.string()),
  /** Cells by `columns`. A row that the server refused has those that were kept of it. */
  refused: z.array(z.object({ cells: z.array(z.string()), problem: z.string() })),
});
export type ImportState = z.output<typeof importState>;

interface Chosen {
  tenantId: string;
  pageId: string | null;
  mapping: Mapping;
  columns: string[];
}

export function newImport(chosen: Chosen, { sound, wrong }: CheckedRows): ImportState {
  const keptColumns = fitsInTab([...sound, ...wrong]) ? chosen.columns : sentColumns(chosen.mapping);
  return {
    id: `import-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
    ...chosen,
    total: sound.length + wrong.length,
    count: sound.length,
    done: 0,
    keptColumns,
    waiting: sound.map(({ row }) => cellsOf(row, keptColumns)),
    created: 0,
    updated: 0,
    audienceIds: [],
    refused: wrong.map(({ row, problem }) => ({ cells: cellsOf(row, chosen.columns), problem })),
  };
}

/** With all columns, and with room for what is added while it is imported. */
function fitsInTab(rows: readonly FileRow[]): boolean {
  let characters = 0;
  for (const { row } of rows) {
    for (const cell of Object.values(row)) characters += cell.length + charactersAroundCell;
    if (characters > maxWholeCharacters) return false;
  }
  return true;
}

/** The columns that the API is told of. */
function sentColumns(mapping: Mapping): string[] {
  return [...new Set(Object.values(mapping))];
}

export function cellsOf(row: CsvRow, columns: readonly string[]): string[] {
  // A column may be called as what every object has, and a row may end before it.
  return columns.map((column) => (Object.hasOwn(row, column) ? (row[column] ?? "") : ""));
}

export function rowOf(cells: readonly string[], columns: readonly string[]): CsvRow {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]));
}

export function storedImport(tenantId: string): ImportState | undefined {
  const { data } = importState.safeParse(keptInTab(storedAs));
  if (data?.tenantId === tenantId) return data;
  sessionStorage.removeItem(storedAs);
  return undefined;
}

/** Whether a reload goes on with it: too much for the tab is imported all the same, but not kept. */
export function storeImport(state: ImportState | undefined): boolean {
  if (state === undefined) {
    sessionStorage.removeItem(storedAs);
    return true;
  }
  try {
    sessionStorage.setItem(storedAs, JSON.stringify(state));
    return true;
  } catch {
    // What is kept from before a group is as good: a group that is sent twice is done once.
    return storedImport(state.tenantId)?.id === state.id;
  }
}
