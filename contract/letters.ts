import * as z from "zod";
import { identifier, timestamp } from "./fields";

/** What visitors write on a page; so far it is known from its events. */
export const question = z
  .strictObject({
    questionId: identifier,
    audienceId: identifier,
    pageId: identifier,
    text: z.string(),
    askedAt: timestamp,
  })
  .meta({ id: "Question" });

export const formSubmission = z
  .strictObject({
    submissionId: identifier,
    formId: identifier,
    actionId: z.string().nullable().meta({ description: "The action that opened the form" }),
    audienceId: identifier,
    pageId: identifier,
    values: z.record(z.string(), z.string()).meta({ description: "By the names of the form's fields" }),
    submittedAt: timestamp,
  })
  .meta({ id: "FormSubmission" });
