import type { Page } from "../../../../contract";

export interface Change {
  /** The names on the way to the field. */
  path: readonly string[];
  before: string;
  after: string;
}

/** They differ from one building of the same page to the next, and nobody sees them. */
const unseenFields = new Set(["createdAt", "updatedAt", "latestActivityAt"]);

/** Pages that print the day on which they were made. Others print its year alone. */
const datedTypes = new Set<unknown>(["outbound", "call_followup", "custom"] satisfies Page["pageType"][]);

interface Dated {
  builtOn?: string;
  page?: { pageType?: unknown };
}

/** Fields of two versions' documents whose visitors see something else. */
export function differences(before: object, after: object): Change[] {
  return differencesIn(asPrinted(before), asPrinted(after));
}

/** With as much of the day on which it was made as the page shows. */
function asPrinted(document: Dated): object {
  const { builtOn, ...rest } = document;
  return { ...rest, builtOn: datedTypes.has(document.page?.pageType) ? builtOn : builtOn?.slice(0, 4) };
}

/** Leaves whose texts differ. */
function differencesIn(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isBranch(before) || !isBranch(after)) return [{ path, before: shown(before), after: shown(after) }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]).difference(unseenFields);
  return [...names].flatMap((name) => differencesIn(before[name], after[name], [...path, name]));
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** What was added or removed as a whole is known by its name. */
function shown(value: unknown): string {
  if (value === undefined || value === null || value === "") return "—";
  if (!isBranch(value)) return typeof value === "string" ? value : JSON.stringify(value);
  const { title, name, buttonTitle, label, text } = value;
  const words = [title, name, buttonTitle, label, text].find((each) => typeof each === "string" && each !== "");
  return typeof words === "string" ? words : JSON.stringify(value);
}
