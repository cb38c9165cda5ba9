import * as z from "zod";
import { identifier, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";

export const timelineTypes = z.enum(["visit", "question", "form", "publish", "log"]);

const moment = lazy(() =>
  z
    .strictObject({
      type: timelineTypes,
      id: identifier.meta({ description: "Of the session, question, form submission, version or log entry" }),
      at: timestamp,
      label: z.string().meta({
        description:
          "The page's title, the question, the form's identifier, the version's number, or the log entry's source and type",
      }),
      pageId: identifier.nullable(),
      audienceId: identifier.nullable(),
      personId: identifier.nullable().meta({ description: "Who asked or sent the form, if that is known" }),
    })
    .meta({ id: "TimelineMoment" }),
);
export type TimelineMoment = Made<typeof moment>;

export const listAccountTimeline = operation({
  tier: "extension",
  summary: "List what happened around an account, newest first",
  description:
    "Visits of persons, questions, forms, versions that went live, and log entries: of audiences made for the account, and of those made for no account whose person belongs to its domain. A form's own log entry is not shown beside it.",
  method: "GET",
  path: "/v0/accounts/{account_id}/timeline",
  access: "accounts:read",
  query: z.strictObject({ ...paging, type: timelineTypes.optional() }),
  response: () => envelope(moment(), cappedCount),
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});
