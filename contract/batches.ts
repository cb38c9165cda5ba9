import * as z from "zod";
import { fieldProblem } from "./errors";
import { lazy } from "./lazy";

/** What became of an item of a batch that was not refused. */
export const batchOutcomes = ["created", "updated"] as const;
export type BatchOutcome = (typeof batchOutcomes)[number];

/** Why an item of a batch was refused. */
export const itemProblem = lazy(() =>
  z.strictObject({
    code: z.string(),
    detail: z.string(),
    errors: z.array(fieldProblem()).optional(),
    existingId: z.string().optional(),
  }),
);
