import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Unavailable } from "../storage/port";
import { takeIncoming } from "./incoming";
import type { Files } from "./port";

/** Larger than any upload: each file is put in one request, so that no incomplete file is ever stored. */
const partBytes = 5 * 1_024 ** 3;

export interface S3Config {
  bucket: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Files in a bucket of S3 or of a compatible service. */
export function openS3Files(config: S3Config, folder: string): Files {
  const client = new Bun.S3Client(config);
  return {
    mark: `${new URL(config.endpoint).origin}/${config.bucket}`,
    incoming: takeIncoming(join(folder, "incoming")),
    scratch: takeIncoming(`${folder}.scratch`),
    async put(key, path, contentType) {
      await client.write(key, Bun.file(path), { type: contentType, partSize: partBytes }).catch(refuse);
    },
    async size(key) {
      const found = await client.stat(key).catch(unlessMissing);
      return found?.size;
    },
    read: (key, start, end) => client.file(key).slice(start, end).stream(),
    async copy(key, path) {
      await writeFile(path, client.file(key).stream()).catch(refuse);
    },
    async remove(key) {
      await client.delete(key).catch(unlessMissing);
    },
  };
}

function unlessMissing(cause: unknown): undefined {
  if (cause instanceof Error && "code" in cause && cause.code === "NoSuchKey") return undefined;
  return refuse(cause);
}

function refuse(cause: unknown): never {
  throw new Unavailable("the file store can't answer", { cause });
}
