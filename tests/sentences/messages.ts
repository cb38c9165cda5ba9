import { expect } from "bun:test";
import type { Audience } from "../../contract";
import { atAudience, type Stage } from "../support/sentences/stage";
import type { Prepare, Told } from "../support/sentences/told";
import { messageRestored } from "./resources";

/** Newest first. */
const messagesOf = async (stage: Stage, audience: Audience) =>
  (await stage.api.call("listMessages", { params: atAudience(audience) })).items;

async function changedOnce(stage: Stage) {
  const audience = await stage.audience({ customName: "Before" });
  await stage.api.call("updateAudience", { params: atAudience(audience), body: { customName: "After" } });
  const [change, creation] = await messagesOf(stage, audience);
  if (!change || !creation) throw new Error("A change has no message");
  return { audience, change, creation };
}

const restoring: Prepare = async (stage) => {
  const { audience, change } = await changedOnce(stage);
  return { params: { ...atAudience(audience), message_id: change.messageId }, body: {} };
};

const restore = (stage: Stage, audience: Audience, { messageId }: { messageId: string }) =>
  stage.api.call("restoreMessage", { params: { ...atAudience(audience), message_id: messageId }, body: {} });

export const restoreMessage: Told = {
  number: 20,
  id: "restoreMessage",
  method: "POST",
  path: "/v0/pages/{page_id}/audiences/{audience_id}/messages/{message_id}/restore",
  status: 200,
  answer: messageRestored,
  requests: [restoring],
  emptyBody: true,
  sentences: {
    "answers with success and the messageId that was asked for": async (stage) => {
      const { audience, change } = await changedOnce(stage);
      expect(await restore(stage, audience, change)).toEqual({ success: true, messageId: change.messageId });
    },

    "sets every override back to the message's snapshot": async (stage) => {
      const { audience, creation } = await changedOnce(stage);
      const everything = {
        actionFormIdOverride: "form_1",
        actionFormInstructionsOverride: "Ask",
        actionUrlOverride: "/book",
        metadataOverride: { title: "Yours" },
        supplementaryContext: "They forge.",
      };
      const changed = await stage.api.call("updateAudience", { params: atAudience(audience), body: everything });
      await restore(stage, audience, creation);
      expect(await stage.readAudience(audience)).toEqual(audience);
      const [, newestChange] = await messagesOf(stage, audience);
      await restore(stage, audience, newestChange as typeof creation);
      expect(await stage.readAudience(audience)).toEqual(changed);
    },

    "is itself a new message, and the old ones stay": async (stage) => {
      const { audience, creation } = await changedOnce(stage);
      const before = await messagesOf(stage, audience);
      await restore(stage, audience, creation);
      const [newest, ...older] = await messagesOf(stage, audience);
      expect(older).toEqual(before);
      expect(newest?.snapshot).toEqual(creation.snapshot);
    },

    "an unknown message, and one of another audience, is 404": async (stage) => {
      const { params } = await restoring(stage);
      const theirs = await changedOnce(stage);
      for (const message_id of ["nothing", theirs.change.messageId])
        expect(await stage.refusal("restoreMessage", { params: { ...params, message_id }, body: {} })).toBe("404 not_found");
      const elsewhere = { ...params, ...atAudience(theirs.audience) };
      expect(await stage.refusal("restoreMessage", { params: elsewhere, body: {} })).toBe("404 not_found");
    },
  },
};
