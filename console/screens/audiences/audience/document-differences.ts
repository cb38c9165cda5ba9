export interface Change {
  field: string;
  before: string;
  after: string;
}

/** They differ from one building of the same page to the next. */
const unseenFields = new Set(["builtOn", "createdAt", "updatedAt", "latestActivityAt"]);

/** Leaves of two versions' documents whose texts differ, by their path. */
export function differences(before: unknown, after: unknown, path = ""): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isBranch(before) || !isBranch(after)) return [{ field: path, before: shown(before), after: shown(after) }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]).difference(unseenFields);
  return [...names].flatMap((name) => differences(before[name], after[name], path === "" ? name : `${path}.${name}`));
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === "") return "—";
  return typeof value === "string" ? value : JSON.stringify(value);
}
