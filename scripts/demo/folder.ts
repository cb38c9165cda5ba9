import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const markName = "demo.txt";
const markText = "`npm run demo` made this folder, and removes and makes it anew each time.\n";

/** Where the demo is: beside the folder of the installation, never in it. */
export function demoFolderBeside(dataFolder: string): string {
  return `${dataFolder}-demo`;
}

/** An empty folder in place of the demo before. What is not a demo is not touched. */
export function emptyDemoFolder(folder: string): void {
  if (!isDemo(folder)) throw new Error(`${folder} has something in it that is not a demo: move it away, or set FOYER_DATA.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, markName), markText);
}

function isDemo(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, markName));
}
