import { useSyncExternalStore } from "react";
import type { SentTo } from "../../client";
import type { OperationId } from "../../contract";
import { callable } from "../../contract/callable";
import { entityTag } from "../../contract/entity-tags";

const kept = 20;

/** A call that the console made. It never holds the key. */
export interface NotedCall {
  id: OperationId;
  sent: { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
  /** The tag of the record that the change is based on. */
  ifMatch?: string;
  /** A list that was read to its end, as an export does; some lists are also answered as one CSV. */
  whole?: "pages" | "csv";
  number: number;
}

let calls: readonly NotedCall[] = [];
let number = 0;
const listeners = new Set<() => void>();

interface Options {
  unchangedSince?: object;
  whole?: "pages" | "csv";
}

/** A read that is repeated, for example while something is being built, is noted once. */
export function noteCall<Id extends OperationId>(id: Id, sent: SentTo<Id>, { unchangedSince, whole }: Options = {}): void {
  const { guardedBy, method } = callable[id];
  number += 1;
  const noted: NotedCall = {
    id,
    sent: (sent ?? {}) as NotedCall["sent"],
    ...(guardedBy && unchangedSince && { ifMatch: entityTag(guardedBy, unchangedSince) }),
    ...(whole && { whole }),
    number,
  };
  const others = method === "GET" ? calls.filter((call) => !isSame(call, noted)) : calls;
  calls = [noted, ...others].slice(0, kept);
  for (const listener of listeners) listener();
}

function isSame(one: NotedCall, other: NotedCall): boolean {
  return one.id === other.id && one.whole === other.whole && JSON.stringify(one.sent) === JSON.stringify(other.sent);
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

export function asCurl(call: NotedCall): string {
  const { id, sent, ifMatch, whole } = call;
  if (whole === "csv") return [`curl ${quoted(addressOf(call))}`, keyHeader, `-H "accept: text/csv"`].join(nextLine);
  if (whole) return wholeListAsCurl(call);
  const { method, upload } = callable[id];
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(addressOf(call, sent.query))}`, keyHeader];
  if (ifMatch !== undefined) lines.push(`-H ${quoted(`if-match: ${ifMatch}`)}`);
  if (upload) lines.push(`-F file=@FILE`);
  else if (sent.body !== undefined) lines.push(`-H "content-type: application/json"`, `-d ${quoted(JSON.stringify(sent.body))}`);
  return lines.join(nextLine);
}

const nextLine = " \\\n  ";
const keyHeader = `-H "x-api-key: $FOYER_API_KEY"`;

/** Page after page, an item a line. */
function wholeListAsCurl(call: NotedCall): string {
  const address = quoted(addressOf(call, { limit: 100, ...call.sent.query }));
  return [
    "cursor=",
    "while :; do",
    `  page=$(curl -s ${address}"\${cursor:+&cursor=$cursor}" ${keyHeader})`,
    `  printf '%s' "$page" | jq -c '.items[]'`,
    `  cursor=$(printf '%s' "$page" | jq -r '.nextCursor // empty | @uri')`,
    `  [ -n "$cursor" ] || break`,
    "done",
  ].join("\n");
}

function addressOf({ id, sent }: NotedCall, query: Record<string, unknown> = {}): string {
  const path = callable[id].path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sent.params?.[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
  return location.origin + path + search;
}

export function asTypeScript(call: NotedCall): string {
  const client = `const foyer = createClient({ url: ${JSON.stringify(location.origin)}, apiKey: process.env.FOYER_API_KEY });`;
  return [client, ...linesOf(call)].join("\n");
}

function linesOf({ id, sent, ifMatch, whole }: NotedCall): string[] {
  const given = Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== undefined && name !== "file"));
  const argument = Object.keys(given).length === 0 ? "" : JSON.stringify(given, null, 2);
  if (whole === "csv") return [`await foyer.csv(${named(id, argument)});`];
  if (whole) return [`for await (const item of foyer.each(${named(id, argument)})) console.log(item);`];
  const { guardedBy } = callable[id];
  if (ifMatch === undefined || !guardedBy) return [`await foyer.${id}(${argument});`];
  return [
    "// Refused if somebody changes it after it was read here.",
    `const before = await foyer.${guardedBy}(${JSON.stringify({ params: sent.params })});`,
    `await foyer.${id}(${argument}, { unchangedSince: before });`,
  ];
}

function named(id: string, argument: string): string {
  return [`"${id}"`, argument].filter(Boolean).join(", ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
