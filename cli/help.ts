import type { Command } from "./command";
import { commands } from "./commands";

export function helpText(): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length)) + 2;
  return `The foyer command works on the database that the service uses, beside it or without it.

${commands.map((command) => `  ${usageOf(command).padEnd(width)}${command.about}`).join("\n")}
  ${"foyer help".padEnd(width)}show this

Every command takes --json. FOYER_DATA and DATABASE_URL say where the database is, as they do for npm start.
Exit codes: 0 done, 1 failed, 2 not typed right.`;
}

export function usageOf({ name, positionals, usage }: Command): string {
  return ["foyer", name, ...positionals, usage].filter((part) => part !== "").join(" ");
}
