import * as z from "zod";
import { identifier, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";

export const maxQuestionLength = 2_000;
export const maxFormValueLength = 10_000;
/** Of all files of a form together. */
export const maxFormFileBytes = 10_485_760;
export const maxFormFiles = 5;
/** What visitors may send: nothing that a browser would run. */
export const formFileTypes = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "text/plain",
] as const;
/** A field of every form that no person can see or reach: whoever fills it in is a machine. */
export const decoyName = "_website";
/** How old a visitor's own token must be when a form is sent. The page's script waits until then. */
export const leastTokenAgeMs = 1_000;

/** Where a visitor's question or form comes from. */
export const from = {
  audienceId: identifier,
  pageId: identifier,
  externalId: z.string().nullable().meta({ description: "The audience's, as you know it" }),
};

export const identifierTypes = ["email", "linkedin", "tel"] as const;
export type IdentifierType = (typeof identifierTypes)[number];

export const askedQuestion = lazy(() =>
  z
    .strictObject({
      questionId: identifier,
      ...from,
      personId: z.string().nullable().meta({ description: "Whom the page was made for" }),
      accountId: z.string().nullable(),
      text: z.string(),
      askedAt: timestamp,
    })
    .meta({ id: "AskedQuestion" }),
);

export const formSubmission = lazy(() =>
  z
    .strictObject({
      submissionId: identifier,
      formId: identifier,
      actionId: z.string().nullable().meta({ description: "The action that opened the form" }),
      ...from,
      personId: z
        .string()
        .nullable()
        .meta({ description: "Who sent it: whoever the identifier belongs to, or without one, whom the page was made for" }),
      accountId: z.string().nullable().meta({ description: "The sender's, or else the one that the page was made for" }),
      analyticsSessionId: z.string().nullable().meta({ description: "The visit during which it was sent" }),
      identifier: z.string().nullable().meta({ description: "What the sender can be known by" }),
      identifierType: z.enum(identifierTypes).nullable(),
      values: z
        .record(z.string(), z.string())
        .meta({ description: "By the names of the form's fields; of a file, the name that it was sent with" }),
      files: z
        .array(z.strictObject({ field: z.string(), assetId: identifier }))
        .meta({ description: "The assets that the files became. They are deleted for good with the submission" }),
      isPrefilled: z.boolean().meta({
        description:
          "Whether it was sent as the page had filled it in, boxes aside: who sent it wrote nothing, and may be a machine",
      }),
      submittedAt: timestamp,
    })
    .meta({ id: "FormSubmission" }),
);
export type FormSubmission = Made<typeof formSubmission>;

/** Somebody who declared themselves on a page that was made for another person. */
export const newVisitor = lazy(() =>
  z
    .strictObject({
      accountId: identifier.meta({ description: "The account that the page was made for, or else the visitor's own" }),
      audienceId: identifier,
      pageId: identifier,
      personId: identifier.meta({ description: "The visitor" }),
      madeForPersonId: identifier.meta({ description: "Whom the page was made for" }),
      submissionId: identifier.meta({ description: "The form in which the visitor declared themselves" }),
      identifier: z.string(),
      identifierType: z.enum(identifierTypes),
    })
    .meta({ id: "NewVisitor" }),
);
