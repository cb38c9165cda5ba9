export interface Change {
  /** The names on the way to the field. */
  path: readonly string[];
  before: string;
  after: string;
}

/** They differ from one building of the same page to the next. */
const unseenFields = new Set(["builtOn", "createdAt", "updatedAt", "latestActivityAt"]);

/** Leaves of two versions' documents whose texts differ. */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isBranch(before) || !isBranch(after)) return [{ path, before: shown(before), after: shown(after) }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]).difference(unseenFields);
  return [...names].flatMap((name) => differences(before[name], after[name], [...path, name]));
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
