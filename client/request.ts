import type { Callable } from "../contract/callable";
import { entityTag } from "../contract/entity-tags";
import { takesIdempotencyKey } from "../contract/idempotency";

export const csvType = "text/csv";

export interface RequestInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
  /** JSON, if it is left out. */
  accept?: typeof csvType;
}

export interface PreparedRequest {
  url: string;
  method: string;
  headers: Headers;
  body: string | FormData | null;
  redirect: "manual";
  /** Bun repeats a request by itself when a reused connection breaks, but not on a new connection. */
  keepalive?: false;
}

interface Sender {
  base: string;
  apiKey: string;
  idempotencyKey: string | undefined;
  unchangedSince: object | undefined;
}

/** Composed once for all tries, because requests that differ are no repetitions to the server. */
export function composeRequest(operation: Callable, input: RequestInput, sender: Sender): PreparedRequest {
  const body = operation.upload
    ? formOf(operation.upload.field, input)
    : input.body === undefined
      ? null
      : JSON.stringify(input.body);
  const headers = new Headers({ "x-api-key": sender.apiKey });
  // A form sets its own type, which names the boundary between its fields.
  if (typeof body === "string") headers.set("content-type", "application/json");
  if (takesIdempotencyKey(operation)) headers.set("idempotency-key", sender.idempotencyKey ?? newIdempotencyKey());
  if (operation.guardedBy && sender.unchangedSince)
    headers.set("if-match", entityTag(operation.guardedBy, sender.unchangedSince));
  if (input.accept) headers.set("accept", input.accept);
  const url = sender.base + pathOf(operation, input.params ?? {}) + queryOf(input.query ?? {});
  // Following a redirect would send the key to another address.
  return {
    url,
    method: operation.method,
    headers,
    body,
    redirect: "manual",
    ...(operation.repeats === false && { keepalive: false }),
  };
}

function pathOf({ id, path }: Callable, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = params[name];
    // These would change the path and so the operation.
    if (value === undefined || value === "" || value === "." || value === "..") {
      throw new TypeError(`${id} needs params.${name}`);
    }
    return encodeURIComponent(value);
  });
}

/** A list is sent as one field for each value. */
function formOf(fileField: string, { body, file }: RequestInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined) continue;
    for (const one of [value].flat()) {
      if (typeof one === "object") throw new TypeError(`body.${name} must be text; the file itself goes beside body, as file`);
      form.append(name, String(one));
    }
  }
  if (file) form.append(fileField, file);
  return form;
}

function queryOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Not `crypto.randomUUID`, because browsers have it on https alone, and Foyer may run on plain http. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
