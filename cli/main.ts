import { parseArgs } from "node:util";
import { type Config, readConfig } from "../server/config";
import { createIds } from "../server/records/ids";
import { migrate, newestMigration, reachedMigration } from "../server/storage/migrate";
import { isThere, openDatabase } from "../server/storage/open";
import type { Database } from "../server/storage/port";
import type { Command, CommandContext, CommandResult } from "./command";
import { commands } from "./commands";
import { explain, Failure, WrongUsage } from "./failure";
import { helpText, usageOf } from "./help";
import { refuseIfSwallowed } from "./swallowed";

process.umask(0o077);

const words = process.argv.slice(2);
const asJson = words.includes("--json");

try {
  const { text, data } = await run();
  process.stdout.write(asJson ? `${JSON.stringify(data)}\n` : `${text}\n`);
} catch (error) {
  const { message, exitCode } = explain(error);
  process.stderr.write(asJson ? `${JSON.stringify({ error: message })}\n` : `foyer: ${message}\n`);
  process.exitCode = exitCode;
}

async function run(): Promise<CommandResult> {
  if (words[0] === "help" || words.includes("--help")) return { text: helpText(), data: { help: helpText() } };
  const command = find();
  refuseIfSwallowed(command, words);
  const args = parse(command);
  const ctx = createContext(readConfig(), command);
  try {
    return await command.run(ctx, args);
  } finally {
    await ctx.close();
  }
}

function find(): Command {
  const named = commands.find(({ name }) => name.split(" ").every((word, index) => words[index] === word));
  if (named) return named;
  const typed = words.filter((word) => !word.startsWith("--")).join(" ");
  throw new WrongUsage(`${typed === "" ? "a command is missing" : `there is no command "${typed}"`}\n\n${helpText()}`);
}

function parse(command: Command): Parameters<Command["run"]>[1] {
  const fail = (what: string) => new WrongUsage(`${what}\n\nUsage: ${usageOf(command)}`);
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, kind]) => [name, { type: kind === "switch" ? "boolean" : "string" } as const]),
  );
  try {
    const { positionals, values } = parseArgs({
      args: words.slice(command.name.split(" ").length),
      options: { ...options, json: { type: "boolean" } },
      allowPositionals: true,
    });
    if (positionals.length === command.positionals.length) return { positionals, options: values };
  } catch (error) {
    throw fail(wrongOption(error));
  }
  throw fail(command.positionals.length === 0 ? "there is a word too many" : `it takes one ${command.positionals[0]}`);
}

/** Node's own words, but of an unknown option only what it is: the advice that follows is about files named like options. */
function wrongOption(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^Unknown option '[^']*'/.exec(message)?.[0] ?? message;
}

function createContext(config: Config, { makesDatabase = false, older }: Command): CommandContext & { close(): Promise<void> } {
  let opened: Database | undefined;
  return {
    now: Date.now(),
    newId: createIds(Date.now),
    keySource: config,
    async database() {
      if (opened) return opened;
      if (!makesDatabase && !isThere(config))
        throw new Failure(`There is no database in ${config.dataFolder}. Is FOYER_DATA right?`);
      opened = openDatabase(config);
      const reached = await reachedMigration(opened);
      const isOlder = reached > 0 && reached < newestMigration;
      if (isOlder && older === "as it is") return opened;
      // The service of the older version may still run on this database, and could not after a migration.
      if (isOlder && older !== "migrated") throw new Failure(olderDatabase(reached));
      await migrate(opened);
      return opened;
    },
    async close() {
      await opened?.close();
    },
  };
}

function olderDatabase(reached: number): string {
  return `The database is of an older Foyer (migration ${reached} of ${newestMigration}). Start the service of this version, which brings it up to date, or use the command line of that version. Nothing was changed.`;
}
