import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { callable } from "../contract/callable";

const stylesheets = ["@mantine/core/styles.css", "@mantine/notifications/styles.css", "@mantine/spotlight/styles.css"];
const ownStyles = fileURLToPath(new URL("style.css", import.meta.url));
const brotliQuality = 9;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Usage: bun console/build.ts FOLDER");
await buildConsole(folder);

/** Writes every file twice, with gzip and Brotli, and a manifest that names them. */
async function buildConsole(target: string): Promise<void> {
  const [scripts, styles] = await Promise.all([bundledScripts(), hashedStyles()]);
  const files = [...scripts.files, ...styles];
  await Promise.all(files.map(({ name, content }) => writeCompressed(join(target, name), content)));
  const manifest = {
    entry: scripts.entry,
    screens: scripts.screens,
    styles: styles.map(({ name }) => name),
    files: files.map(({ name, type }) => ({ name, type })),
  };
  await writeFile(join(target, "manifest.json"), JSON.stringify(manifest));
}

interface Made {
  name: string;
  type: string;
  content: string;
}

interface Scripts {
  files: Made[];
  entry: string;
  /** By the path of a screen: everything that it and the entry import. */
  screens: Record<string, string[]>;
}

async function bundledScripts(): Promise<Scripts> {
  const { outputs } = await Bun.build({
    entrypoints: [fileURLToPath(new URL("main.tsx", import.meta.url))],
    target: "browser",
    format: "esm",
    splitting: true,
    minChunkSize: 16_384,
    minify: true,
    naming: { entry: "[name]-[hash].js", chunk: "chunk-[hash].js" },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [withoutSchemas()],
  });
  const files = await Promise.all(
    outputs.map(async (output) => ({
      name: nameOf(output.path),
      type: "text/javascript; charset=utf-8",
      content: await output.text(),
    })),
  );
  const entry = nameOf(outputs.find(({ kind }) => kind === "entry-point")?.path ?? "");
  return { files, entry, screens: screensIn(files, entry) };
}

/** The operations become data, so that the first load has neither schemas nor the library that checks them. */
function withoutSchemas(): Bun.BunPlugin {
  const contents = `export const callable = JSON.parse(${JSON.stringify(JSON.stringify(callable))});`;
  return {
    name: "without-schemas",
    setup(build) {
      build.onLoad({ filter: /[\\/]contract[\\/]callable\.ts$/ }, () => ({ loader: "js", contents }));
    },
  };
}

/** The table of screens, as it is found in the script that has it. */
function screensIn(files: readonly Made[], entry: string): Record<string, string[]> {
  const first = importsOf(entry, files);
  const contents = [entry, ...first].map((name) => files.find((file) => file.name === name)?.content ?? "");
  const found = contents.flatMap((content) => [...content.matchAll(/\{path:"([^"]+)"[^{}]*?import\("\.\/([\w-]+\.js)"\)/g)]);
  const needed = (chunk: string) => new Set([...first, chunk, ...importsOf(chunk, files)]);
  return Object.fromEntries(
    found.map(([, path = "", chunk = ""]) => [path, [...needed(chunk)].filter((name) => name !== entry)]),
  );
}

/** Each sheet as its package has it. */
function hashedStyles(): Promise<Made[]> {
  const paths = [...stylesheets.map((name) => fileURLToPath(import.meta.resolve(name))), ownStyles];
  return Promise.all(
    paths.map(async (path) => {
      const content = await readFile(path, "utf8");
      const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
      return { name: `style-${hash}.css`, type: "text/css; charset=utf-8", content };
    }),
  );
}

/** Everything that a script imports at once, and what that imports in turn. */
function importsOf(script: string, files: readonly Made[]): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const content = files.find((file) => file.name === name)?.content ?? "";
    for (const [, imported] of content.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w-]+\.js)"/g)) {
      if (imported === undefined || found.has(imported)) continue;
      found.add(imported);
      visit(imported);
    }
  };
  visit(script);
  return [...found];
}

async function writeCompressed(path: string, content: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content, { params }),
  ]);
  await Promise.all([writeFile(`${path}.gz`, zipped), writeFile(`${path}.br`, brotli)]);
}

function nameOf(path: string): string {
  return path.replace(/^.*[\\/]/, "");
}
