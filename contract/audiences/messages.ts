import * as z from "zod";
import { identifier, requiredLongText, timestamp } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";
import { overrides, overridesInput } from "./audience-overrides";

const messageRoles = ["user", "agent", "system"] as const;

export const message = lazy(() =>
  z
    .strictObject({
      messageId: identifier,
      audienceId: identifier,
      role: z.enum(messageRoles),
      text: z.string(),
      changes: overrides().partial().meta({ description: "What it changed" }),
      snapshot: overrides().meta({ description: "All overrides as they were after it" }),
      createdAt: timestamp,
    })
    .meta({ id: "Message" }),
);
export type Message = Made<typeof message>;

const messagesPath = "/v0/pages/{page_id}/audiences/{audience_id}/messages";

export const listMessages = operation({
  tier: "extension",
  summary: "List what was changed in an audience, newest first",
  description: "Every change appends a message with a snapshot of all overrides after it, so every state can be had again.",
  method: "GET",
  path: messagesPath,
  access: "audiences:read",
  query: z.strictObject(paging),
  response: () => envelope(message(), cappedCount),
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});

export const createMessage = operation({
  tier: "extension",
  summary: "Change an audience, and say why",
  description: "`changes` takes what the audience's PATCH takes; with none it is a note in the history.",
  method: "POST",
  path: messagesPath,
  access: "audiences:write",
  body: z.strictObject({ text: requiredLongText, changes: z.strictObject(overridesInput).default({}) }),
  response: message,
  status: 201,
  errors: ["not_found"],
});

export const restoreMessage = operation({
  tier: "contract",
  number: 20,
  summary: "Set an audience back to what it was after a message",
  description:
    "All overrides are set to the message's snapshot, itself as a new message. `messageId` is the one that was asked for.",
  method: "POST",
  path: `${messagesPath}/{message_id}/restore`,
  access: "audiences:write",
  body: z.strictObject({}),
  bodyOptional: true,
  response: () => z.strictObject({ success: z.boolean(), messageId: z.string() }).meta({ id: "MessageRestored" }),
  status: 200,
  errors: ["not_found"],
});
