import * as z from "zod";
import { identifier } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { words } from "../words";

const foundKinds = ["page", "audience", "person", "account", "topic"] as const;
const maxFoundOfAKind = 20;

export const found = lazy(() =>
  z
    .strictObject({
      kind: z.enum(foundKinds),
      id: identifier,
      title: z.string(),
      detail: z.string().nullable().meta({ description: "What tells it from others of the same name" }),
      pageId: z.string().nullable().meta({ description: "Of an audience" }),
    })
    .meta({ id: "Found" }),
);
export type Found = Made<typeof found>;

export const search = operation({
  tier: "extension",
  summary: "Search pages, audiences, persons, accounts and topics at once",
  description: "The newest of each kind that the key may read. Each kind's own list finds the rest.",
  method: "GET",
  path: "/v0/search",
  access: "pages:read",
  anyKey: true,
  query: z.strictObject({
    query: words("what a record is found by").optional().meta({ description: "Without words nothing is found" }),
    perKind: z
      .int()
      .min(1)
      .max(maxFoundOfAKind)
      .optional()
      .meta({ description: "How many of each kind at the most", default: 5 }),
  }),
  response: () => z.strictObject({ results: z.array(found()) }).meta({ id: "SearchResults" }),
  status: 200,
});
