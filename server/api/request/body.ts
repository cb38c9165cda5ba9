import { turns } from "../../event-loop/turns";
import { chunksOf } from "../../files/multipart/body-chunks";
import { Problem } from "../../records/problem";

export const maxBodyBytes = 1_048_576;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** The text of a JSON body, refused in this order: too large, wrong type, not UTF-8. */
export async function readJsonText(request: Request, tenantId: string): Promise<string> {
  const bytes = await readBytes(request).catch(refuseBrokenOff);
  if (bytes.length === 0) return "";
  if (!isJson(request.headers.get("content-type"))) {
    throw new Problem("unsupported_media_type", { detail: "Send the body with Content-Type: application/json" });
  }
  refuseCompressed(request);
  // Many large bodies may be complete at once.
  const turn = turns.next(tenantId);
  if (turn) await turn;
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem("malformed_json", { detail: "The body is not valid UTF-8" });
  }
}

/** Bodies are small, so none may be compressed. Read as it is, a compressed one would get a misleading error about its bytes. */
export function refuseCompressed(request: Request): void {
  // Some clients name the character set here, which does no harm.
  if (!/\b(gzip|deflate|br|zstd|compress)\b/i.test(request.headers.get("content-encoding") ?? "")) return;
  const detail = "Send the body as it is, without Content-Encoding: compressed ones are not taken";
  throw new Problem("unsupported_media_type", { detail, headers: { "accept-encoding": "identity" } });
}

export function parseJson(text: string): unknown {
  if (text === "") throw new Problem("malformed_json", { detail: "The body is empty" });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem("malformed_json", {
      detail: error instanceof SyntaxError ? error.message : "The body is nested too deeply",
    });
  }
}

/** A body that is ignored would be a request that silently does nothing. */
export async function refuseBody(request: Request): Promise<void> {
  const bytes = await readBytes(request).catch(refuseBrokenOff);
  if (bytes.length === 0) return;
  const message = "must not be there: the operation takes none";
  throw new Problem("validation_failed", { errors: [{ location: "body", code: "unknown_field", message }] });
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (declared !== null) {
    if (Number(declared) > maxBodyBytes) throw bodyTooLarge();
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > maxBodyBytes) throw bodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function bodyTooLarge(): Problem {
  return new Problem("body_too_large", { detail: `A body has at most ${maxBodyBytes} bytes` });
}

function refuseBrokenOff(error: unknown): never {
  throw error instanceof Problem ? error : new Problem("malformed_json", { detail: "The body ended before it was complete" });
}

function isJson(contentType: string | null): boolean {
  if (contentType === "application/json") return true;
  const [type, ...parameters] = (contentType ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  return type === "application/json" && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}
