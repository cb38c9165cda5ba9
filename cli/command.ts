import type { IdPrefix } from "../server/records/ids";
import type { Database } from "../server/storage/port";

/** What a command is given beside its arguments. */
export interface CommandContext {
  readonly now: number;
  newId(prefix: IdPrefix): string;
  /** The service's own database, opened when it is first asked for, brought up to date, closed at the end. */
  database(): Promise<Database>;
}

export type Options = Record<string, "text" | "switch">;
type ValueOf<Kind> = Kind extends "switch" ? boolean : string;

export interface Arguments<O extends Options> {
  positionals: readonly string[];
  options: { [Name in keyof O]?: ValueOf<O[Name]> };
}

/** The same for a person and for a program (`--json`). */
export interface Outcome {
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
  /** It may begin with a database that is not there yet. */
  makesDatabase?: boolean;
  run(ctx: CommandContext, args: Arguments<O>): Promise<Outcome>;
}

/** Declares a command; keeps the exact names of its options. */
export function command<const O extends Options>(declaration: Command<O>): Command<O> {
  return declaration;
}
