import * as z from "zod";
import { lazy, type Made } from "../lazy";
import { type TokenName, tokenNames } from "./tokens";

/** A token that has no value for a visitor. */
const emptyToken = lazy(() =>
  z
    .strictObject({
      token: z.enum(Object.keys(tokenNames) as [TokenName, ...TokenName[]]),
      location: z.string().meta({ examples: ["topics[0].entries[2].content.content"] }),
      hasDefault: z.boolean().meta({ description: "Whether a default is shown in its place" }),
      subjectId: z
        .string()
        .nullable()
        .meta({ description: "The record that has the text: an entry, a topic, an action or a form" }),
    })
    .meta({ id: "EmptyToken" }),
);
export type EmptyToken = Made<typeof emptyToken>;

export const maxEmptyTokens = 100;
export const emptyTokens = lazy(() =>
  z.array(emptyToken()).meta({
    description: `The tokens in all texts that have no value for this visitor, those of the person and the account for a key that may read those; the first ${maxEmptyTokens}`,
  }),
);
