import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "./command";
import { WrongUsage } from "./failure";
import { usageOf } from "./help";

type Environment = Record<string, string | undefined>;

/** Without `--` before them, npm keeps options to itself: the command would do something else than what was typed. */
export function refuseIfSwallowed(command: Command, words: readonly string[], environment: Environment = process.env): void {
  if (environment.npm_lifecycle_event !== "foyer") return;
  const swallowed = [...Object.keys(command.options), "json"].filter(
    (name) => isSetIn(environment, name) && !words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  );
  const write = `Write it behind "--":\n\n  ${usageOf(command)}`;
  if (swallowed.length > 0) {
    throw new WrongUsage(`npm kept ${swallowed.map((name) => `--${name}`).join(", ")} to itself. ${write}`);
  }
  if (command.needsOption && !words.some((word) => word.startsWith("--"))) {
    throw new WrongUsage(`it takes at least one option, and npm may have kept yours to itself. ${write}`);
  }
}

/** npm hands options on in the environment, together with the settings in its files, which were not typed. */
function isSetIn(environment: Environment, option: string): boolean {
  if (!environment[`npm_config_${option}`]) return false;
  const { npm_config_userconfig, npm_config_globalconfig, npm_config_local_prefix = "" } = environment;
  const files = [npm_config_userconfig, npm_config_globalconfig, join(npm_config_local_prefix, ".npmrc")];
  const isSetting = new RegExp(`^\\s*${option}\\s*=`, "m");
  return !files.some((file) => file !== undefined && existsSync(file) && isSetting.test(readFileSync(file, "utf8")));
}
