import { useSyncExternalStore } from "react";
import type { OperationId } from "../../contract";
import { callable } from "../../contract/callable";

const kept = 20;

/** A call that the console made. It never holds the key. */
export interface NotedCall {
  id: OperationId;
  sent: { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
  number: number;
}

let calls: readonly NotedCall[] = [];
let number = 0;
const listeners = new Set<() => void>();

export function noteCall(id: OperationId, sent: unknown): void {
  number += 1;
  calls = [{ id, sent: (sent ?? {}) as NotedCall["sent"], number }, ...calls].slice(0, kept);
  for (const listener of listeners) listener();
}

export function useNotedCalls(): readonly NotedCall[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => calls,
  );
}

export function asCurl({ id, sent }: NotedCall): string {
  const { method, path, upload } = callable[id];
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sent.params?.[name] ?? ""));
  const given = Object.entries(sent.query ?? {}).filter(([, value]) => value !== undefined);
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(location.origin + filled + search)}`,
    `-H "x-api-key: $FOYER_API_KEY"`,
  ];
  if (upload) lines.push(`-F file=@FILE`);
  else if (sent.body !== undefined) lines.push(`-H "content-type: application/json"`, `-d ${quoted(JSON.stringify(sent.body))}`);
  return lines.join(" \\\n  ");
}

export function asTypeScript({ id, sent }: NotedCall): string {
  const given = Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== undefined && name !== "file"));
  const argument = Object.keys(given).length === 0 ? "" : JSON.stringify(given, null, 2);
  return `const foyer = createClient({ url: ${JSON.stringify(location.origin)}, apiKey: process.env.FOYER_API_KEY });\nawait foyer.${id}(${argument});`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
