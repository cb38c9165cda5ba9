import type { IdPrefix } from "../server/records/ids";
import type { KeySource } from "../server/secrets/installation-key";
import type { Database } from "../server/storage/port";

export interface CommandContext {
  readonly now: number;
  newId(prefix: IdPrefix): string;
  /** Where the service has its key. */
  readonly keySource: KeySource;
  /** Opens the service's database on the first call. One that is empty is made ready; one of an older Foyer is refused. */
  database(): Promise<Database>;
}

export type Options = Record<string, "text" | "switch">;
type ValueOf<Kind> = Kind extends "switch" ? boolean : string;

interface Arguments<O extends Options> {
  positionals: readonly string[];
  options: { [Name in keyof O]?: ValueOf<O[Name]> };
}

/** `text` is for a person, `data` for a program (`--json`). */
export interface CommandResult {
  text: string;
  data: Record<string, unknown>;
}

export interface Command<O extends Options = Options> {
  /** As it is typed: `keys create`. */
  name: string;
  /** What must follow it: `KEY_ID`. */
  positionals: readonly string[];
  options: O;
  /** How the options are written: `[--tenant NAME]`. */
  usage: string;
  about: string;
  /** Without options it does the most there is: npm must not have kept them all to itself. */
  needsOption?: boolean;
  /** Creates the database if there is none. */
  makesDatabase?: boolean;
  /** What it does with the database of an older Foyer, instead of refusing it: works on it as it is, or migrates it. */
  older?: "as it is" | "migrated";
  run(ctx: CommandContext, args: Arguments<O>): Promise<CommandResult>;
}

/** Declares a command; keeps the exact names of its options. */
export function command<const O extends Options>(declaration: Command<O>): Command<O> {
  return declaration;
}
