import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Draws pages as the whole browser does, without its windows, in less than half of the processor time. */
const headlessShell = "/usr/bin/chromium-headless-shell";
const usualPlaces = [
  headlessShell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];
/** Without a network, the whole browser will do if there is one. */
const maxInstallMs = 180_000;

/** Where a browser of that family is; undefined when there is none. `CHROMIUM` names one elsewhere. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM ?? "", ...usualPlaces].find((path) => path !== "" && existsSync(path));
}

/** Installs Debian's browser where it is missing and we are allowed to, and otherwise says that there is none. */
export function ensureChromium(): void {
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") && process.env.CHROMIUM === undefined;
  if (mayInstall && !existsSync(headlessShell)) {
    console.log("Installing Debian's chromium …");
    apt("update");
    if (!apt("install", "chromium-headless-shell") && findChromium() === undefined) apt("install", "chromium");
  }
  if (findChromium() !== undefined) return;
  console.log(
    `There is no Chromium here, and it ${mayInstall ? "could not" : "may not"} be installed: tests in a browser are left out.
Install your system's package (Debian: apt install chromium-headless-shell), or set CHROMIUM to the path of one.`,
  );
}

function apt(...rest: string[]): boolean {
  const quietly = ["-qq", "--yes", "--no-install-recommends", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", [...quietly, ...rest], { stdio: ["ignore", "ignore", 2], env, timeout: maxInstallMs }).status === 0;
}
