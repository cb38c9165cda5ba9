import type { Action, ActionInput } from "../../../contract";
import type { Writing } from "../../context";

/** Adds positions, and identifiers where they are missing. */
export function numberedActions({ newId }: Pick<Writing, "newId">, actions: readonly ActionInput[]): Action[] {
  return actions.map(({ actionId, ...action }, actionIndex) => ({
    actionId: actionId || newId("action"),
    actionIndex,
    ...action,
  }));
}
