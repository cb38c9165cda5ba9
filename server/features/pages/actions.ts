import type { Action, ActionInput } from "../../../contract";
import type { Writing } from "../../context";

/** With their positions, and an identifier for those that were sent without. */
export function numberedActions({ newId }: Pick<Writing, "newId">, actions: readonly ActionInput[]): Action[] {
  return actions.map(({ actionId, ...action }, actionIndex) => ({
    actionId: actionId || newId("action"),
    actionIndex,
    ...action,
  }));
}
