import type { Command } from "./command";
import { commands } from "./commands";
import { asTyped } from "./typed";

export function helpText(): string {
  const width = Math.max(...commands.map((command) => wordsOf(command).length)) + 2;
  return `The command line works on the database that the service uses, beside it or without it:

  ${asTyped("COMMAND")}

${commands.map((command) => `  ${wordsOf(command).padEnd(width)}${command.about}`).join("\n")}
  ${"help".padEnd(width)}show this

Every command takes --json. FOYER_DATA and DATABASE_URL say where the database is, as they do for npm start.
Exit codes: 0 done, 1 failed, 2 not typed right.`;
}

export function usageOf(command: Command): string {
  return asTyped(wordsOf(command));
}

function wordsOf({ name, positionals, usage }: Command): string {
  return [name, ...positionals, usage].filter((part) => part !== "").join(" ");
}
