import { copyFile, link, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Unavailable } from "../storage/port";
import { takeIncoming } from "./incoming";
import type { Files } from "./port";
import { markOfFolder } from "./store-mark";

/** Files on this machine's disk. The process's umask makes them private. */
export function openLocalFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, checkedKey(key));

  return {
    mark: markOfFolder(folder),
    // In the same file system, so that `put` can rename: a file is stored completely or not at all.
    incoming: takeIncoming(join(folder, "incoming")),
    scratch: takeIncoming(`${folder}.scratch`),
    async put(key, path) {
      const target = pathOf(key);
      try {
        await sync(path);
        const made = await mkdir(dirname(target), { recursive: true });
        await rename(path, target);
        await sync(dirname(target));
        // A power failure must not take a tenant's first file together with its new folder.
        if (made !== undefined) await sync(dirname(made));
      } catch (cause) {
        throw new Unavailable("the file can't be stored", { cause });
      }
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch((error) => {
        if (error.code === "ENOENT") return undefined;
        throw new Unavailable("the file can't be read", { cause: error });
      });
      return found?.size;
    },
    read: (key, start, end) => Bun.file(pathOf(key)).slice(start, end).stream(),
    async copy(key, path) {
      // Some file systems have no links.
      const copied = link(pathOf(key), path).catch(() => copyFile(pathOf(key), path));
      await copied.catch((cause) => {
        throw new Unavailable("the file can't be read", { cause });
      });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** Keeps any key, also one from future code, inside the folder. */
function checkedKey(key: string): string {
  if (!/^tenant_[a-z0-9]{26}\/file_[a-z0-9]{26}(\.(preview|w\d{2,4}\.(avif|webp|jpeg)))?$/.test(key))
    throw new Error(`${key} is not a key of a file`);
  return key;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
