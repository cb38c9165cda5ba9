import type * as z from "zod";
import { type Operation, takesIdempotencyKey } from "../../../contract";
import { maxStatIntervals } from "../../../contract/visits/stats";
import { pngOfBytes } from "../../support/samples/images";
import { allOperations, isCreating } from "../../support/samples/path-params";
import { crowdedRequests } from "../../support/samples/reads";
import { schemaOf } from "../../support/samples/samples";
import type { World } from "../../support/samples/world";
import { contentOf, pathOf } from "../../support/service/api";
import { isList, type NeighboursStage } from "./stage";

const uploadBytes = 20_000_000;
/** The most records that are made beforehand for an operation that ends them. */
const maxEnded = 8;

export interface WorstRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  takesKey?: boolean;
}

/** Left out because they ask servers elsewhere: a test stays on this machine. */
export const leftOut: readonly string[] = ["verifyDomain"];

export const neighbourOperations: readonly Operation[] = allOperations.filter(({ id }) => !leftOut.includes(id));

/** The worst requests of an operation, to be sent in turn: the largest bodies, every filter, a list with very many records. */
export async function worstRequests(stage: NeighboursStage, operation: Operation, most: number): Promise<WorstRequest[]> {
  const { bad } = stage;
  const count =
    operation.method === "GET" ? 1 : operation.method === "DELETE" ? Math.min(maxEnded, most) : isCreating(operation) ? 2 : 1;
  const requests: WorstRequest[] = [];
  for (let made = 0; made < count; made += 1) {
    const params = stage.filled.get(operation.id) ?? (await bad.params(operation));
    const { headers, body } = contentOf(operation, bad.body(operation), operation.upload && largeFile());
    for (const query of queriesOf(bad, operation)) requests.push(requestOf(bad, operation, params, query, headers, body));
  }
  for (const { params, filter } of crowdedRequests(operation))
    requests.push(requestOf(bad, operation, params, { ...widest(operation), ...filter }));
  const exported = operation.csv ? requests.map((one) => ({ ...one, headers: { ...one.headers, accept: "text/csv" } })) : [];
  return [...requests, ...exported];
}

function requestOf(
  { api }: World,
  operation: Operation,
  params: Record<string, string>,
  query: Record<string, unknown>,
  headers: Record<string, string> = {},
  body?: WorstRequest["body"],
): WorstRequest {
  const url = api.origin + pathOf(operation, params, query);
  const takesKey = takesIdempotencyKey(operation);
  return { url, method: operation.method, headers: { "x-api-key": api.key, ...headers }, body, takesKey };
}

const dayMs = 86_400_000;
const searchedFor = "sample bad ample am";

/** As much as one answer may hold. */
function widest(operation: Operation): Record<string, unknown> {
  if (isList(operation)) return { limit: 100 };
  if (operation.id === "search") return { query: searchedFor, perKind: 20 };
  if (operation.id !== "getStats" && operation.id !== "getPageStats") return {};
  const now = Date.now();
  return { from: `+${now - (maxStatIntervals - 2) * dayMs}`, to: `+${now}`, interval: "day" };
}

let file: File | undefined;

function largeFile(): File {
  file ??= new File([pngOfBytes(uploadBytes)], "large.png", { type: "image/png" });
  return file;
}

/** The widest answer, and one with each filter. */
function queriesOf(bad: World, operation: Operation): Record<string, unknown>[] {
  if (operation.method !== "GET" || !operation.query) return [{}];
  const filters = Object.entries(operation.query.shape).filter(([name]) => name !== "limit" && name !== "cursor");
  return [
    widest(operation),
    ...filters.flatMap(([name, schema]) => {
      const filter = schema as z.ZodType;
      const choices = schemaOf(filter).enum ?? [name === "query" ? searchedFor : bad.value(name, filter)];
      return choices.map((value) => ({ ...widest(operation), [name]: value }));
    }),
  ];
}
