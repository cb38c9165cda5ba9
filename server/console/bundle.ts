import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, "node_modules/.cache/foyer-console");
const sources = ["console", "client", "contract"];

export interface BundledFile {
  type: string;
  gzip: Buffer<ArrayBuffer>;
  br: Buffer<ArrayBuffer>;
}

/** The console's scripts and styles, compressed. */
export interface Bundle {
  files: ReadonlyMap<string, BundledFile>;
  entry: string;
  styles: readonly string[];
  /** By the path of a screen: what it needs, so that browsers need not find out one after the other. */
  screens: Readonly<Record<string, readonly string[]>>;
}

/** As `console/build.ts` writes it. */
interface Manifest extends Pick<Bundle, "entry" | "styles" | "screens"> {
  files: { name: string; type: string }[];
}

/** Bundles at the first call; a failure is tried again at the next one. */
export function createBundle(): () => Promise<Bundle> {
  let bundle: Promise<Bundle> | undefined;
  return () =>
    (bundle ??= bundled().catch((error) => {
      bundle = undefined;
      throw error;
    }));
}

/** From the cache, or built in a process of its own, which frees its memory when it ends. */
async function bundled(): Promise<Bundle> {
  const folder = join(cache, await sourceHash());
  if (existsSync(join(folder, "manifest.json"))) return readBundle(folder);
  const made = await mkdir(cache, { recursive: true })
    .then(() => mkdtemp(join(cache, "building-")))
    .catch(() => mkdtemp(join(tmpdir(), "foyer-console-")));
  try {
    await build(made);
    const bundle = await readBundle(made);
    if (made.startsWith(cache)) await keepOnly(made, folder);
    return bundle;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Another process may have built the same meanwhile. */
async function keepOnly(made: string, folder: string): Promise<void> {
  for (const name of readdirSync(cache)) {
    if (!name.startsWith("building-")) await rm(join(cache, name), { recursive: true, force: true });
  }
  await rename(made, folder).catch(() => {});
}

async function sourceHash(): Promise<string> {
  const names = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|css|json)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const hash = createHash("sha256").update(process.version);
  for (const name of ["package-lock.json", ...names.sort()]) hash.update(name).update(await readFile(join(root, name)));
  return hash.digest("hex").slice(0, 32);
}

function build(folder: string): Promise<void> {
  // Neither secrets of ours nor the little memory that the runtime is told of.
  const child = spawn(process.execPath, [join(root, "console/build.ts"), folder], {
    cwd: root,
    env: {},
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`The console could not be built: ${errors}`))));
  });
}

async function readBundle(folder: string): Promise<Bundle> {
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as Manifest;
  const files = await Promise.all(
    manifest.files.map(async ({ name, type }): Promise<[string, BundledFile]> => {
      const [gzip, br] = await Promise.all([readFile(join(folder, `${name}.gz`)), readFile(join(folder, `${name}.br`))]);
      return [name, { type, gzip, br }];
    }),
  );
  return { ...manifest, files: new Map(files) };
}
