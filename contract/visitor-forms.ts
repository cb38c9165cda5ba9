import * as z from "zod";
import { identifier, timestamp } from "./fields";

export const maxQuestionLength = 2_000;
export const maxFormValueLength = 10_000;

/** Where a visitor's question or form comes from. */
const from = {
  audienceId: identifier,
  pageId: identifier,
  externalId: z.string().nullable().meta({ description: "The audience's, as you know it" }),
  personId: z.string().nullable(),
  accountId: z.string().nullable(),
};

export const question = z
  .strictObject({
    questionId: identifier,
    ...from,
    text: z.string(),
    askedAt: timestamp,
  })
  .meta({ id: "Question" });

export const formSubmission = z
  .strictObject({
    submissionId: identifier,
    formId: identifier,
    actionId: z.string().nullable().meta({ description: "The action that opened the form" }),
    ...from,
    values: z.record(z.string(), z.string()).meta({ description: "By the names of the form's fields" }),
    submittedAt: timestamp,
  })
  .meta({ id: "FormSubmission" });
