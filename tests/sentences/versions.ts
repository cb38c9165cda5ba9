import { expect } from "bun:test";
import type { Audience, AudienceVersion } from "../../contract";
import { sql } from "../../server/storage/sql";
import { atAudience, type Stage } from "../support/sentences/stage";
import { bounds, leftOut, type Prepare, type Told } from "../support/sentences/told";
import { version } from "./resources";

const aYearMs = 365 * 24 * 3_600_000;

const making = async (stage: Stage) => ({ params: atAudience(await stage.audience()), body: {} });

export const createAudienceVersion: Told = {
  number: 10,
  id: "createAudienceVersion",
  method: "POST",
  path: "/v0/pages/{page_id}/audiences/{audience_id}/versions",
  status: 201,
  answer: version,
  requests: [
    async (stage) => {
      const params = atAudience(await stage.audience({ supplementaryContext: "They forge." }));
      return { params, body: { operationKey: "sync-1", publish: "manual" } };
    },
    making,
  ],
  conflict: {
    code: "audience_archived",
    prepare: async (stage) => ({ params: atAudience(await stage.archive(await stage.audience())), body: {} }),
  },
  emptyBody: true,
  sentences: {
    ...bounds("createAudienceVersion", making, {
      "operationKey has 1 to 128 characters, and may be left out": {
        at: "body.operationKey",
        fits: ["x", "😀".repeat(128), leftOut],
        refused: ["", "x".repeat(129), "😀".repeat(129), null, 7],
        kept: false,
      },
      "publish is auto or manual": {
        at: "body.publish",
        fits: ["auto", "manual", leftOut],
        refused: ["", "never", null],
        kept: false,
      },
    }),

    "the same operationKey returns the same version with 200": async (stage) => {
      const { params } = await making(stage);
      const make = (operationKey: string) => stage.send("createAudienceVersion", { params, body: { operationKey } });
      const first = await make("sync-1");
      const again = await make("sync-1");
      expect([first.status, again.status]).toEqual([201, 200]);
      const { versionId, versionNumber } = first.body as AudienceVersion;
      expect(again.body).toMatchObject({ versionId, versionNumber });
      expect((await make("sync-2")).body).toMatchObject({ versionNumber: versionNumber + 1 });
    },

    "an operationKey is kept for ever, also once the version is no longer live or the audience archived": async (stage) => {
      const made = await stage.audience();
      const first = await stage.version(made, { operationKey: "sync-1" });
      await stage.built(made, await stage.version(made));
      stage.service.advance(aYearMs);
      const again = await stage.version(made, { operationKey: "sync-1" });
      expect(again).toMatchObject({ versionId: first.versionId, status: "archived" });
      await stage.archive(made);
      expect(await stage.version(made, { operationKey: "sync-1" })).toEqual(again);
    },

    "of repeats of an operationKey at once one makes the version and the others find it": async (stage) => {
      const { params } = await making(stage);
      const body = { operationKey: "sync-1" };
      const answers = await Promise.all(Array.from({ length: 8 }, () => stage.send("createAudienceVersion", { params, body })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
      expect(new Set(answers.map((answer) => (answer.body as AudienceVersion).versionId)).size).toBe(1);
    },

    "an operationKey is the audience's own": async (stage) => {
      const [first, second] = [await stage.audience(), await stage.audience()];
      const versions = [await stage.version(first, { operationKey: "k" }), await stage.version(second, { operationKey: "k" })];
      expect(versions.map(({ versionNumber }) => versionNumber)).toEqual([2, 2]);
      expect(versions.map(({ audienceId }) => audienceId)).toEqual([first.audienceId, second.audienceId]);
    },

    "version 1 is published with the audience": async (stage) => {
      const { latestVersion, publishedVersion, ...made } = await stage.audience();
      expect(latestVersion).toEqual(publishedVersion);
      expect(publishedVersion).toMatchObject({ versionNumber: 1, status: "published", createdAt: made.createdAt });
      expect(made.status).toBe("published");
    },

    "waits queued, the next one pending, with nothing else noted": async (stage) => {
      const resting = await stage.atRest();
      const made = await resting.audience({ supplementaryContext: "They forge.", isNewPageAgent: false });
      const first = await resting.version(made);
      const second = await resting.version(made);
      const unnoted = {
        ...{
          becameDraftAt: null,
          publishedAt: null,
          cancelledAt: null,
          obsoleteAt: null,
          archivedAt: null,
          queueDurationMs: null,
        },
        ...{ audienceId: made.audienceId, supplementaryContext: "They forge.", isNewPageAgent: false },
      };
      expect(first).toMatchObject({ ...unnoted, versionNumber: 2, status: "queued", queuedAt: first.createdAt });
      expect(second).toMatchObject({ ...unnoted, versionNumber: 3, status: "pending", queuedAt: null });
      expect(await resting.readAudience(made)).toMatchObject({ status: "pending", latestVersion: second });
    },

    "becomes published by itself, and the one before is archived and obsolete": async (stage) => {
      const made = await stage.audience();
      const built = await stage.built(made, await stage.version(made));
      const dates = ["createdAt", "queuedAt", "becameDraftAt", "publishedAt"] as const;
      for (const date of dates) expect(`${date} ${built[date]}`).toMatch(/ \+\d+$/);
      expect(built).toMatchObject({ status: "published", cancelledAt: null, obsoleteAt: null, archivedAt: null });
      expect(built.queueDurationMs).toBeGreaterThanOrEqual(0);
      expect(await stage.readAudience(made)).toMatchObject({
        status: "published",
        latestVersion: built,
        publishedVersion: built,
      });
      const replaced = await stage.readVersion(made, made.publishedVersion);
      const { obsoleteAt, archivedAt } = replaced;
      expect(replaced).toEqual({ ...made.publishedVersion, status: "archived", obsoleteAt, archivedAt });
      expect([obsoleteAt, archivedAt]).toEqual([built.publishedAt, built.publishedAt]);
    },

    "with publish manual stops at draft, and the live one stays live": async (stage) => {
      const made = await stage.audience();
      const built = await stage.built(made, await stage.version(made, { publish: "manual" }));
      expect(built).toMatchObject({ status: "draft", publishedAt: null });
      expect(built.becameDraftAt).not.toBeNull();
      const { status, publishedVersion, latestVersion } = await stage.readAudience(made);
      expect({ status, publishedVersion, latestVersion }).toEqual({
        status: "draft",
        publishedVersion: made.publishedVersion,
        latestVersion: built,
      });
    },

    "of an archived audience is 409 audience_archived": async (stage) => {
      const made = await stage.archive(await stage.audience());
      expect(await stage.refusal("createAudienceVersion", { params: atAudience(made), body: {} })).toBe("409 audience_archived");
      expect(await stage.readAudience(made)).toEqual(made);
    },
  },
};

const cancelling = (audience: Audience, { versionId }: { versionId: string }) => ({
  params: { ...atAudience(audience), version_id: versionId },
  body: {},
});

const drafted: Prepare = async (stage) => {
  const made = await stage.audience();
  return cancelling(made, await stage.built(made, await stage.version(made, { publish: "manual" })));
};

const cancel = async (stage: Stage, audience: Audience, made: { versionId: string }) =>
  stage.api.call("cancelAudienceVersion", cancelling(audience, made));

export const cancelAudienceVersion: Told = {
  number: 14,
  id: "cancelAudienceVersion",
  method: "POST",
  path: "/v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/cancel",
  status: 200,
  answer: version,
  requests: [drafted],
  conflict: {
    code: "version_not_cancellable",
    prepare: async (stage) => {
      const made = await stage.audience();
      return cancelling(made, made.publishedVersion);
    },
  },
  emptyBody: true,
  sentences: {
    "cancels a draft": async (stage) => {
      const request = await drafted(stage);
      const { body } = await stage.send("cancelAudienceVersion", request);
      expect(body).toMatchObject({ status: "cancelled", publishedAt: null, obsoleteAt: null, archivedAt: null });
      expect((body as AudienceVersion).cancelledAt).toMatch(/^\+\d+$/);
    },

    "cancels one that is pending, queued or processing, and tells how long it was queued": async (stage) => {
      const resting = await stage.atRest();
      for (const status of ["queued", "pending", "processing"] as const) {
        const made = await resting.audience();
        const first = await resting.version(made);
        const wanted = status === "pending" ? await resting.version(made) : first;
        if (status === "processing") await take(resting, first, 1_234);
        expect((await resting.readVersion(made, wanted)).status).toBe(status);
        const cancelled = await cancel(resting, made, wanted);
        expect(cancelled).toEqual({ ...wanted, ...cancelled, status: "cancelled", publishedAt: null });
        expect(cancelled.cancelledAt).not.toBeNull();
        expect(cancelled.queueDurationMs).toBe(status === "processing" ? 1_234 : null);
        expect((await resting.readAudience(made)).publishedVersion).toEqual(made.publishedVersion);
      }
    },

    "again on a cancelled one: the same record": async (stage) => {
      const request = await drafted(stage);
      const { body: once } = await stage.send("cancelAudienceVersion", request);
      stage.service.advance(1_000);
      expect(await stage.send("cancelAudienceVersion", request)).toMatchObject({ status: 200, body: once as object });
    },

    "on a published or an archived one: 409 version_not_cancellable, and nothing changes": async (stage) => {
      const made = await stage.audience();
      const published = await stage.built(made, await stage.version(made));
      const archived = await stage.readVersion(made, made.publishedVersion);
      expect([published.status, archived.status]).toEqual(["published", "archived"]);
      for (const over of [published, archived]) {
        expect(await stage.refusal("cancelAudienceVersion", cancelling(made, over))).toBe("409 version_not_cancellable");
        expect(await stage.readVersion(made, over)).toEqual(over);
      }
    },

    "the audience then has the state of its newest version that is not cancelled": async (stage) => {
      const resting = await stage.atRest();
      const made = await resting.audience();
      const [first, second] = [await resting.version(made), await resting.version(made)];
      await cancel(resting, made, second);
      expect((await resting.readAudience(made)).status).toBe("queued");
      await cancel(resting, made, first);
      expect((await resting.readAudience(made)).status).toBe("published");
    },

    "the next in line is queued then": async (stage) => {
      const resting = await stage.atRest();
      const made = await resting.audience();
      const [first, second] = [await resting.version(made), await resting.version(made)];
      await cancel(resting, made, first);
      expect((await resting.readVersion(made, second)).status).toBe("queued");
    },

    "a version of another audience, or under another page, is 404": async (stage) => {
      const { params, body } = await drafted(stage);
      const other = await stage.audience();
      for (const wrong of [
        { ...params, ...atAudience(other) },
        { ...params, page_id: other.pageId },
      ])
        expect(await stage.refusal("cancelAudienceVersion", { params: wrong, body })).toBe("404 not_found");
    },
  },
};

/** As the builder does first; this one never comes back. */
async function take({ service, tenantId }: Stage, { versionId, queuedAt }: AudienceVersion, afterMs: number): Promise<void> {
  await service.db.transaction((tx) =>
    tx.run(sql`
      UPDATE audience_versions SET status = 'processing', started_at = ${Number(queuedAt) + afterMs}
      WHERE tenant_id = ${tenantId} AND version_id = ${versionId}`),
  );
}
