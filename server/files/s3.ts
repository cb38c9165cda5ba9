import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Unavailable } from "../storage/port";
import { takeIncoming } from "./incoming";
import type { Files } from "./port";

const usualPatience = {
  /** How long the service may be silent. The client itself waits for minutes, and for ever while it sends a file. */
  silenceMs: 10_000,
  /** Nothing tells how much of a file has been sent. A slower line than this can't keep files in a bucket. */
  leastBytesPerMs: 250,
};

export interface S3Config {
  bucket: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Files in a bucket of S3 or of a compatible service. */
export function openS3Files(config: S3Config, folder: string, { silenceMs, leastBytesPerMs } = usualPatience): Files {
  const client = new Bun.S3Client(config);
  const answered = <Result>(answer: Promise<Result>) => within(silenceMs, answer);
  const read = (key: string, start: number, end: number) =>
    whole(client.file(key).slice(start, end).stream(), end - start, answered);
  const size = async (key: string) => (await answered(client.stat(key)).catch(unlessMissing))?.size;
  return {
    mark: `${new URL(config.endpoint).origin}/${config.bucket}`,
    incoming: takeIncoming(join(folder, "incoming")),
    scratch: takeIncoming(`${folder}.scratch`),
    // One request, so that no incomplete file is ever stored. The client's own could not be given up: it would go on.
    async put(key, path, contentType) {
      const body = Bun.file(path);
      const signal = AbortSignal.timeout(silenceMs + body.size / leastBytesPerMs);
      const headers = { "content-type": contentType };
      const answer = await fetch(`s3://${key}`, { method: "PUT", body, headers, signal, s3: config }).catch(refuse);
      if (!answer.ok) refuse(new Error(`the bucket answered ${answer.status}`));
    },
    size,
    read,
    async copy(key, path) {
      const bytes = (await size(key)) ?? refuse(new Error("the bucket does not have the file"));
      await writeFile(path, read(key, 0, bytes)).catch(refuse);
    },
    async remove(key) {
      await answered(client.delete(key)).catch(unlessMissing);
    },
  };
}

async function within<Result>(ms: number, answer: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer for ${Math.round(ms)} ms`)), ms);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The same bytes, and an end of waiting for each next piece of them. Neither fewer nor more than so many: an answer that was cut off
 * on its way may look like a whole one, and what is drawn of half a picture would be kept.
 */
function whole(
  stream: ReadableStream<Uint8Array>,
  bytes: number,
  answered: <Result>(answer: Promise<Result>) => Promise<Result>,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let left = bytes;
  const giveUp = (cause: unknown) => {
    reader.cancel().catch(() => {});
    return refuse(cause);
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await answered(reader.read()).catch(giveUp);
      left -= next.value?.length ?? 0;
      if (next.done ? left > 0 : left < 0) giveUp(new Error("the bucket sent another number of bytes"));
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function unlessMissing(cause: unknown): undefined {
  if (cause instanceof Error && "code" in cause && cause.code === "NoSuchKey") return undefined;
  return refuse(cause);
}

function refuse(cause: unknown): never {
  throw cause instanceof Unavailable ? cause : new Unavailable("the file store can't answer", { cause });
}
