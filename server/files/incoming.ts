import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

const abandonedMs = 86_400_000;

/** Makes a folder for this process, and removes the folders of processes that have ended. */
export function takeIncoming(parent: string): string {
  const host = hostname().replace(/[^A-Za-z0-9-]/g, "-");
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    if (isAbandoned(parent, name, host)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `${host}.${process.pid}.${crypto.randomUUID()}`);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** The processes of another machine can't be seen: their folders are abandoned when they have not changed for a day. */
function isAbandoned(parent: string, name: string, host: string): boolean {
  const [itsHost, pid] = name.split(".");
  if (itsHost === host) return !isAlive(Number(pid));
  const changedAt = statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs;
  return changedAt !== undefined && changedAt < Date.now() - abandonedMs;
}

/** A folder with our own process id is from an earlier process: in a container the id is always the same. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
