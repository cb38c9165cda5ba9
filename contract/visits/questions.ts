import * as z from "zod";
import {
  count,
  identifier,
  isInOrder,
  maxTextLength,
  outOfOrder,
  personalName,
  text,
  timestamp,
  timestampInQuery,
  withTokens,
} from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { topicEntry } from "../pages/topics";
import { cappedCount, envelope, paging } from "../paging";
import { accountId } from "../people/accounts";
import { from, maxQuestionLength } from "./visitor-forms";

export const questionStatuses = ["answered", "unanswered", "ignored", "resolved"] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

/** How many passages are shown of those that were found. */
const maxPassagesShown = 10;

/** How much is kept of an answer: the visitor was shown all of it. In characters. */
export const maxKeptAnswerLength = 10_000;

const score = z
  .number()
  .min(0)
  .meta({ description: "From 0 to 1, the same on every node", examples: [0.3125] });

export const question = lazy(() =>
  z
    .strictObject({
      questionId: identifier,
      ...from,
      personId: z.string().nullable().meta({ description: "Whom the page was made for" }),
      accountId: z
        .string()
        .nullable()
        .meta({ description: "The one that the page was made for, or that of the person's domain" }),
      text: z.string(),
      status: z.enum(questionStatuses),
      responseText: z
        .string()
        .nullable()
        .meta({
          description: `What the visitor was answered, up to ${maxKeptAnswerLength.toLocaleString("en")} characters of it; null if nothing was found`,
        }),
      groundingChunkIds: z.array(z.string()).meta({ description: "The passages that the answer quotes" }),
      score: score.meta({ description: "Of the best passage" }),
      topicEntryId: z.string().nullable().meta({
        description: "The entry that was made from the question, or got it as another way to ask; null again once it is deleted",
      }),
      askedAt: timestamp,
      updatedAt: timestamp,
    })
    .meta({ id: "Question" }),
);
export type Question = Made<typeof question>;

const passage = lazy(() =>
  z.strictObject({
    chunkId: identifier,
    topicId: identifier,
    topicEntryId: identifier,
    text: z.string(),
    score,
    terms: z.array(z.string()).meta({ description: "The words of the question that were found in the passage" }),
  }),
);

export const answer = lazy(() =>
  z
    .strictObject({
      answered: z.boolean().meta({ description: "False where the page says that it doesn't know" }),
      text: z.string().meta({ description: "The answer; empty without one" }),
      passages: z.array(passage()).meta({ description: `The best ${maxPassagesShown}, answered or not, best first` }),
      options: z.array(z.string()).meta({ description: "Questions that come next, and that the topics answer" }),
    })
    .meta({ id: "Answer" }),
);
export type Answer = Made<typeof answer>;

export const tryQuestion = operation({
  tier: "extension",
  summary: "Try a question on a page",
  description:
    "Answers as the page would answer a visitor, and records nothing. With `audienceId`, tokens in the topics are filled in for that audience. `passages` is empty for a key without `topics:read`.",
  method: "POST",
  path: "/v0/pages/{page_id}/answers",
  access: "questions:write",
  body: z.strictObject({ question: text(1, maxQuestionLength), audienceId: identifier.optional() }),
  response: answer,
  status: 200,
  errors: ["not_found"],
});

export const listQuestions = operation({
  tier: "extension",
  summary: "List what visitors asked, newest first",
  description:
    "`from` is the first moment that counts, `to` the first that does not any more. Questions are kept until they are deleted, or their person is erased.",
  method: "GET",
  path: "/v0/questions",
  access: "questions:read",
  query: z
    .strictObject({
      ...paging,
      pageId: identifier.optional(),
      audienceId: identifier.optional(),
      accountId: accountId.optional(),
      status: z.enum(questionStatuses).optional(),
      from: timestampInQuery.optional(),
      to: timestampInQuery.optional(),
    })
    .refine(isInOrder, outOfOrder),
  response: () => envelope(question(), cappedCount),
  status: 200,
  errors: ["invalid_cursor"],
});

export const updateQuestion = operation({
  tier: "extension",
  summary: "Change the state of a question",
  description: "`ignored` questions are in no group; `resolved` says that somebody has answered it elsewhere.",
  method: "PATCH",
  path: "/v0/questions/{question_id}",
  access: "questions:write",
  body: z.strictObject({ status: z.enum(questionStatuses) }),
  response: question,
  status: 200,
  errors: ["not_found"],
});

export const deleteQuestion = operation({
  tier: "extension",
  summary: "Delete a question",
  description:
    "What was learnt from it stays where an editor wrote it: in topics. Its events are kept for as long as all others.",
  method: "DELETE",
  path: "/v0/questions/{question_id}",
  access: "questions:write",
  response: () => z.strictObject({ questionId: identifier, deleted: z.literal(true) }),
  status: 200,
  errors: ["not_found"],
});

export const maxGroupedQuestions = 1_000;
const maxShownInGroup = 20;

const questionGroup = lazy(() =>
  z
    .strictObject({
      questionId: identifier.meta({
        description: "The question that stands for the group, as in the path of the entry that would answer it",
      }),
      text: z.string(),
      count: z.int().min(1),
      accountIds: z.array(z.string()).meta({ description: "Whose visitors asked it" }),
      pageIds: z.array(z.string()),
      questionIds: z.array(z.string()).meta({ description: `The newest ${maxShownInGroup}` }),
      lastAskedAt: timestamp,
    })
    .meta({ id: "QuestionGroup" }),
);
export type QuestionGroup = Made<typeof questionGroup>;
export const shownInGroup = maxShownInGroup;

export const listQuestionGroups = operation({
  tier: "extension",
  summary: "Group unanswered questions by likeness",
  description: `The largest group first. The newest ${maxGroupedQuestions.toLocaleString("en")} unanswered questions are grouped.`,
  method: "GET",
  path: "/v0/question_groups",
  access: "questions:read",
  query: z.strictObject({ pageId: identifier.optional(), accountId: accountId.optional() }),
  response: () => z.strictObject({ items: z.array(questionGroup()), groupedCount: count }),
  status: 200,
});

const nowAnswered = lazy(() =>
  z.strictObject({
    questionId: identifier,
    scoreBefore: score.meta({ description: "Of the best passage before" }),
    score,
  }),
);

/** Leaves room for the question in the text of the entry. */
const maxEntryAnswerLength = maxTextLength - 2 * maxQuestionLength;

export const createEntryFromQuestion = operation({
  tier: "extension",
  summary: "Answer a question for good",
  description:
    "With `topicId` and `answer` it becomes a new `faq` entry of that topic, with `topicEntryId` another way to ask that `faq` entry. The answer shows which past questions, of all pages that know the topic, are answered by the entry now, and with `dryRun` which would be, before anything is changed. These become `resolved`. Needs `topics:write`, too, and with `dryRun` `topics:read`.",
  method: "POST",
  path: "/v0/questions/{question_id}/entry",
  access: "questions:write",
  body: z.strictObject({
    topicId: identifier.optional(),
    topicEntryId: identifier.optional(),
    question: personalName.optional().meta({
      description:
        "Instead of the visitor's own words. Required where those name a person, by name, e-mail address, phone number or profile: an entry is kept when a person is erased",
    }),
    answer: withTokens(text(0, maxEntryAnswerLength)).optional(),
    dryRun: z.boolean().default(false),
  }),
  response: () =>
    z
      .strictObject({
        topicEntry: topicEntry().nullable().meta({ description: "Null with `dryRun` where it would be a new one" }),
        content: z.string().meta({ description: "Of the entry, as it is now or would be" }),
        answers: z.array(nowAnswered()).meta({ description: "Past questions that the entry answers, best first" }),
        dryRun: z.boolean(),
      })
      .meta({ id: "AnsweredForGood" }),
  status: 200,
  errors: ["not_found", "topic_full"],
});
