import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";

export const root = resolve(import.meta.dir, "../..");

export function sourcesOf(folder: string): { file: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}

export interface Import {
  from: string;
  /** A file of ours from the root, without its ending; else the name of a package. */
  to: string;
}

export function importsOf(folder: string): Import[] {
  return sourcesOf(folder).flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*["']([^"']+)["']/g)].map(([, name]) => ({
      from: file,
      to: (name as string).startsWith(".") ? resolved(file, name as string) : (name as string),
    })),
  );
}

/** Folders stand for their index. */
function resolved(file: string, name: string): string {
  const path = posix.join(posix.dirname(file), name);
  return existsSync(join(root, path, "index.ts")) ? `${path}/index` : path;
}
