import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const usualPlaces = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable", "/usr/bin/google-chrome"];

/** Where a browser of that family is; undefined when there is none. `CHROMIUM` names one elsewhere. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM ?? "", ...usualPlaces].find((path) => path !== "" && existsSync(path));
}

/** Installs Debian's where it is missing and we may; says so where we may not. */
export function ensureChromium(): void {
  if (findChromium() !== undefined) return;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (mayInstall) {
    console.log("Installing Debian's chromium …");
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (...rest: string[]) =>
      spawnSync("apt-get", ["-qq", ...rest], { stdio: ["ignore", "ignore", 2], env: environment });
    apt("update");
    apt("install", "--yes", "--no-install-recommends", "chromium");
    if (findChromium() !== undefined) return;
  }
  console.log(
    `There is no Chromium here, and it ${mayInstall ? "could not" : "may not"} be installed: tests in a browser are left out.
Install your system's package (Debian: apt install chromium), or set CHROMIUM to the path of one.`,
  );
}
