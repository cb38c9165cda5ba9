import type * as z from "zod";
import type { Operation } from "../../contract";
import { contentOf, pathOf } from "../support/api";
import { pngOfBytes } from "../support/images";
import { schemaOf } from "../support/samples";
import { allOperations, isCreating, type World } from "../support/world";
import { isList, type NeighboursStage } from "./neighbours-stage";

const uploadBytes = 20_000_000;
/** Records made beforehand for an operation that ends them. */
const ended = 8;

export interface WorstRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

/** Those that go to servers elsewhere are left out: all of a test stays on this machine. */
export const neighbourOperations: readonly Operation[] = allOperations.filter(({ id }) => id !== "verifyDomain");

/** The worst requests of an operation, to be sent in turn: the largest bodies, every filter of a list. */
export async function worstRequests({ bad }: NeighboursStage, operation: Operation): Promise<WorstRequest[]> {
  const count = operation.method === "GET" ? 1 : operation.method === "DELETE" ? ended : isCreating(operation) ? 2 : 1;
  const requests: WorstRequest[] = [];
  for (let made = 0; made < count; made += 1) {
    const params = await bad.params(operation);
    const { headers, body } = contentOf(operation, bad.body(operation), operation.upload && largeFile());
    for (const query of queriesOf(bad, operation))
      requests.push({
        url: bad.api.origin + pathOf(operation, params, query),
        method: operation.method,
        headers: { "x-api-key": bad.api.key, ...headers },
        body,
      });
  }
  return requests;
}

let file: File | undefined;

function largeFile(): File {
  file ??= new File([pngOfBytes(uploadBytes)], "large.png", { type: "image/png" });
  return file;
}

/** A whole page of a list, and one with each of its filters. */
function queriesOf(bad: World, operation: Operation): Record<string, unknown>[] {
  if (!isList(operation) || !operation.query) return [{}];
  const filters = Object.entries(operation.query.shape).filter(([name]) => name !== "limit" && name !== "cursor");
  return [
    { limit: 100 },
    ...filters.flatMap(([name, schema]) => {
      const filter = schema as z.ZodType;
      const choices = schemaOf(filter).enum ?? [name === "query" ? "sample bad ample am" : bad.value(name, filter)];
      return choices.map((value) => ({ limit: 100, [name]: value }));
    }),
  ];
}
