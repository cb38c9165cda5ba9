import { expect } from "bun:test";
import {
  addSession,
  interaction,
  knownOfVisit as known,
  type NewSession,
  visitStartedAt as startedAt,
} from "../support/features/sessions";
import type { Stage } from "../support/sentences/stage";
import type { Told } from "../support/sentences/told";
import { interactions, session } from "./resources";

/** A visit, and how it is asked for. */
async function visit(stage: Stage, fields: NewSession = {}) {
  const pageId = fields.pageId ?? (await stage.page()).pageId;
  const ids = await addSession(stage.service.db, stage.tenantId, { startedAt, ...fields, pageId });
  return { ids: { pageId, ...ids }, params: { page_id: pageId, audience_session_id: ids.audienceSessionId } };
}

async function wholeVisit(stage: Stage) {
  const { audienceId, pageId } = await stage.audience();
  const { ids, params } = await visit(stage, { ...known, audienceId, pageId, endedAt: startedAt + 93_250 });
  return { ids: { ...ids, audienceId }, params };
}

const requestOf = ({ params }: { params: Record<string, string> }) => ({ params });

export const getAudienceSession: Told = {
  number: 9,
  id: "getAudienceSession",
  method: "GET",
  path: "/v0/pages/{page_id}/audience_sessions/{audience_session_id}",
  status: 200,
  answer: session,
  requests: [async (stage) => requestOf(await wholeVisit(stage)), async (stage) => requestOf(await visit(stage))],
  sentences: {
    "shows everything that is known of the visit": async (stage) => {
      const { ids, params } = await wholeVisit(stage);
      const times = { sessionStartedAt: `+${startedAt}`, sessionEndedAt: `+${startedAt + 93_250}` };
      expect((await stage.send("getAudienceSession", { params })).body).toEqual({ ...known, ...ids, ...times });
    },

    "shows null for what is not known": async (stage) => {
      const { ids, params } = await visit(stage, { computationStatus: "pending" });
      const said = {
        computationStatus: "pending",
        sessionStartedAt: `+${startedAt}`,
        questionsAskedCount: 0,
        totalClicksCount: 0,
      };
      const flags = { hasConversion: false, hasFormSubmit: false, isBounce: false };
      const unknown = Object.keys(session).filter((field) => !(field in { ...said, ...flags, ...ids }));
      const expected = { ...said, ...flags, ...ids, ...Object.fromEntries(unknown.map((field) => [field, null])) };
      expect((await stage.send("getAudienceSession", { params })).body).toEqual(expected);
    },

    "computationStatus is pending, completed or failed": async (stage) => {
      for (const computationStatus of ["pending", "completed", "failed"] as const) {
        const { params } = await visit(stage, { computationStatus });
        expect((await stage.send("getAudienceSession", { params })).body).toMatchObject({ computationStatus });
      }
    },

    "formSubmissionIdentifierType is email, linkedin, tel or null": async (stage) => {
      for (const formSubmissionIdentifierType of ["email", "linkedin", "tel", null] as const) {
        const { params } = await visit(stage, { formSubmissionIdentifierType });
        expect((await stage.send("getAudienceSession", { params })).body).toMatchObject({ formSubmissionIdentifierType });
      }
    },

    "a session of another page, or of another tenant, is 404": async (stage) => {
      const { params } = await visit(stage);
      const theirs = await visit(await stage.stranger());
      const elsewhere = { ...params, page_id: (await stage.page()).pageId };
      for (const wrong of [elsewhere, theirs.params, { ...params, audience_session_id: theirs.ids.audienceSessionId }])
        expect(await stage.refusal("getAudienceSession", { params: wrong })).toBe("404 not_found");
    },
  },
};

const interactionsOf = async (stage: Stage, labels: string[]) => {
  const { ids } = await visit(stage, { interactions: labels.map(interaction) });
  return { params: { audience_session_id: ids.audienceSessionId } };
};

export const getSessionInteractions: Told = {
  number: 19,
  id: "getSessionInteractions",
  method: "GET",
  path: "/v0/audience_sessions/{audience_session_id}/interactions",
  status: 200,
  answer: interactions,
  requests: [
    (stage) => interactionsOf(stage, ["one", "two"]),
    async () => ({ params: { audience_session_id: "session_00000000000000000000000000" } }),
  ],
  sentences: {
    "shows what happened, in its order, with the time as Unix milliseconds": async (stage) => {
      const labels = ["c", "a", "b"];
      const { body } = await stage.send("getSessionInteractions", await interactionsOf(stage, labels));
      expect(body).toEqual({ found: true, interactions: labels.map(interaction) });
    },
    "a session in which nothing happened is found": async (stage) => {
      const { body } = await stage.send("getSessionInteractions", await interactionsOf(stage, []));
      expect(body).toEqual({ found: true, interactions: [] });
    },
    "an unknown session is 200 with found false and no interactions": async (stage) => {
      for (const audience_session_id of ["session_00000000000000000000000000", "nothing"]) {
        const { status, body } = await stage.send("getSessionInteractions", { params: { audience_session_id } });
        expect({ status, body }).toEqual({ status: 200, body: { found: false, interactions: [] } });
      }
    },
    "another tenant's session is as unknown as one that never was": async (stage) => {
      const { body } = await stage.send("getSessionInteractions", await interactionsOf(await stage.stranger(), ["theirs"]));
      expect(body).toEqual({ found: false, interactions: [] });
    },
  },
};
