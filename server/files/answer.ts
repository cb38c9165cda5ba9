import type { Files } from "./port";
import { rangeOf } from "./range";

/** The file or the requested range of it; undefined if there is no such file. */
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
