import type { Files } from "./port";
import { rangeOf } from "./range";

/** A file, or the part of it that a request asks for; undefined when it is not there. */
export async function fileAnswer(
  files: Files,
  request: Request,
  key: string,
  given: Record<string, string>,
): Promise<Response | undefined> {
  const size = await files.size(key);
  if (size === undefined) return undefined;
  const range = rangeOf(request.headers.get("range"), size);
  const { start, end } = range ?? { start: 0, end: size };
  const headers = new Headers({ ...given, "content-length": String(end - start), "accept-ranges": "bytes" });
  if (range) headers.set("content-range", `bytes ${start}-${end - 1}/${size}`);
  const body = request.method === "HEAD" ? null : files.read(key, start, end);
  return new Response(body, { status: range ? 206 : 200, headers });
}
