import { expect } from "bun:test";
import { atAudience, type Stage } from "../support/sentences/stage";
import { bounds, leftOut, type Prepare, type Told } from "../support/sentences/told";
import { audience, metadataImages, wholeMetadata } from "./resources";

const overrides = {
  actionFormIdOverride: "form_1",
  actionFormInstructionsOverride: "Ask for the budget",
  actionUrlOverride: "https://acme.example/book",
  customName: "Acme ☕",
  metadataOverride: wholeMetadata,
  supplementaryContext: "They forge anvils.",
};
const none = {
  actionFormIdOverride: null,
  actionFormInstructionsOverride: null,
  actionUrlOverride: null,
  customName: null,
  supplementaryContext: null,
};

/** An audience with everything: a person, and a page with metadata. */
async function personal(stage: Stage) {
  const { personId } = await stage.person({ domain: "acme.example" });
  return stage.audience({ personId }, await stage.page({ metadata: { title: "Spring" } }));
}

const ofPlain = async (stage: Stage) => ({ params: atAudience(await stage.audience()) });
const ofPersonal = async (stage: Stage) => ({ params: atAudience(await personal(stage)) });
const nothing = async (stage: Stage) => ({ ...(await ofPlain(stage)), body: {} });
const text = (length: number) => "x".repeat(length);

export const updateAudience: Told = {
  number: 3,
  id: "updateAudience",
  method: "PATCH",
  path: "/v0/pages/{page_id}/audiences/{audience_id}",
  status: 200,
  answer: audience,
  requests: [async (stage) => ({ ...(await ofPersonal(stage)), body: overrides }), nothing],
  sentences: {
    ...bounds("updateAudience", nothing, {
      "actionFormIdOverride is a string or null": { at: "body.actionFormIdOverride", fits: ["form ☕", null], refused: [7, {}] },
      "actionFormInstructionsOverride is a string or null": {
        at: "body.actionFormInstructionsOverride",
        fits: ["", text(100_000), null],
        refused: [text(100_001), 7],
      },
      "actionUrlOverride is an address that is safe to open, or null": {
        at: "body.actionUrlOverride",
        fits: ["https://a.example/{x}", "http://a.example", "mailto:a@b.example", "tel:+12", "/a", `/${text(2_047)}`, null],
        refused: ["javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "https://a b", `/${text(2_048)}`, 7],
      },
      "customName is null or has at least 1 character": {
        at: "body.customName",
        fits: ["x", "😀".repeat(1_000), null],
        refused: ["", text(1_001), 7],
      },
      "supplementaryContext is null or has at least 1 character": {
        at: "body.supplementaryContext",
        fits: ["x", text(100_000), null],
        refused: ["", text(100_001), 7],
      },
      "metadataOverride is metadata, not null": {
        at: "body.metadataOverride",
        fits: [wholeMetadata, leftOut],
        refused: [null, [], "x"],
      },
      "metadataOverride robots are an array": {
        at: "body.metadataOverride.robots",
        fits: [[], ["noindex"]],
        refused: ["noindex", null],
      },
      "metadataOverride keywords are strings": {
        at: "body.metadataOverride.keywords",
        fits: [[], ["a"]],
        refused: [7, "a", null],
      },
    }),

    "metadataOverride takes no image url or file-id": async (stage) => {
      const { params } = await ofPlain(stage);
      for (const field of metadataImages)
        expect(await stage.refusal("updateAudience", { params, body: { metadataOverride: { [field]: "x" } } })).toBe(
          `422 validation_failed body.metadataOverride.${field}`,
        );
    },

    "a field left out stays, null clears it": async (stage) => {
      const made = await stage.audience(overrides);
      const params = atAudience(made);
      expect(await stage.api.call("updateAudience", { params, body: {} })).toEqual(made);
      expect(await stage.api.call("updateAudience", { params, body: { customName: null } })).toEqual({
        ...made,
        customName: null,
        effectiveName: made.computedName,
      });
      expect(await stage.api.call("updateAudience", { params, body: none })).toMatchObject({
        ...none,
        metadataOverride: wholeMetadata,
      });
    },

    "effectiveName is customName, else computedName": async (stage) => {
      const { params } = await ofPlain(stage);
      const change = (customName: string | null) => stage.send("updateAudience", { params, body: { customName } });
      expect((await change("Acme")).body).toMatchObject({
        customName: "Acme",
        computedName: "Audience 1",
        effectiveName: "Acme",
      });
      expect((await change(null)).body).toMatchObject({ customName: null, effectiveName: "Audience 1" });
    },

    "computedName counts within the page without a person, else names person and account": async (stage) => {
      const page = await stage.page();
      const { personId, slug } = await stage.person({ domain: "acme.example" });
      const { personId: alone } = await stage.person({ name: "Grace Hopper" });
      const names: string[] = [];
      for (const body of [{}, { personId }, { personId: alone }, {}]) names.push((await stage.audience(body, page)).computedName);
      expect([names[0], names[3]]).toEqual(["Audience 1", "Audience 2"]);
      expect(names[1]).toContain("Ada Lovelace");
      expect(names[1]).toContain("acme.example");
      expect(names[2]).toBe("Grace Hopper");
      const [account] = (await stage.api.call("listAccounts", {})).items;
      await stage.api.call("updateAccount", {
        params: { account_id: account?.accountId as string },
        body: { name: "Acme Anvils" },
      });
      expect((await stage.audience({ personId }, page)).computedName).toContain("Acme Anvils");
      expect(await stage.audience({ personId }, page)).toMatchObject({ personId, personRouteKey: slug });
      expect(await stage.audience({}, page)).toMatchObject({ personId: null, personRouteKey: null });
    },

    "effectiveMetadata is the page's, field by field overridden": async (stage) => {
      const page = await stage.page({ metadata: { title: "Spring", author: "Ada", robots: ["noindex"] } });
      const params = atAudience(await stage.audience({}, page));
      const change = (metadataOverride: object) => stage.send("updateAudience", { params, body: { metadataOverride } });
      expect((await change({ title: "Yours", ogTitle: "" })).body).toMatchObject({
        metadataOverride: { title: "Yours", ogTitle: "" },
        effectiveMetadata: { title: "Yours", author: "Ada", ogTitle: "", robots: ["noindex"] },
      });
      expect((await change({ robots: [] })).body).toMatchObject({
        effectiveMetadata: { title: "Spring", author: "Ada", robots: [] },
      });
    },

    "effectiveMetadata and metadataOverride are left out when there are none": async (stage) => {
      const { params, body } = await nothing(stage);
      const fieldsOf = (answer: unknown) => Object.keys(answer as object).filter((field) => /metadata/i.test(field));
      expect(fieldsOf((await stage.send("updateAudience", { params, body })).body)).toEqual([]);
      const withPage = atAudience(await stage.audience({}, await stage.page({ metadata: {} })));
      expect(fieldsOf((await stage.send("updateAudience", { params: withPage, body })).body)).toEqual(["effectiveMetadata"]);
      const only = { metadataOverride: { title: "x" } };
      const { body: overridden } = await stage.send("updateAudience", { params, body: only });
      expect(overridden).toMatchObject({ ...only, effectiveMetadata: { title: "x", robots: [] } });
    },

    "every change is a message with a snapshot of the overrides after it": async (stage) => {
      const made = await stage.audience({ customName: "Before" });
      const params = atAudience(made);
      await stage.api.call("updateAudience", { params, body: { supplementaryContext: "They forge." } });
      const [newest] = (await stage.api.call("listMessages", { params })).items;
      expect(newest?.snapshot).toEqual({
        ...none,
        customName: "Before",
        supplementaryContext: "They forge.",
        metadataOverride: null,
      });
    },

    "an audience of another page is 404": async (stage) => {
      const { params, body } = await nothing(stage);
      const { pageId } = await stage.page();
      expect(await stage.refusal("updateAudience", { params: { ...params, page_id: pageId }, body })).toBe("404 not_found");
    },

    "says everything that is wrong at once": async (stage) => {
      const body = { customName: "", actionUrlOverride: "data:x", metadataOverride: { ogImageUrl: "x" }, status: "draft" };
      expect(await stage.refusal("updateAudience", { ...(await ofPlain(stage)), body })).toBe(
        "422 validation_failed body.actionUrlOverride body.customName body.metadataOverride.ogImageUrl body.status",
      );
    },
  },
};

const archived =
  (prepared: Prepare): Prepare =>
  async (stage) => {
    const request = await prepared(stage);
    await stage.send("archiveAudience", request);
    return { ...request, body: {} };
  };

export const restoreAudience: Told = {
  number: 4,
  id: "restoreAudience",
  method: "POST",
  path: "/v0/pages/{page_id}/audiences/{audience_id}/restore",
  status: 200,
  answer: audience,
  requests: [archived(ofPersonal), archived(ofPlain)],
  emptyBody: true,
  sentences: {
    "brings it back as it was: the live version is live again": async (stage) => {
      const before = await stage.audience(overrides);
      await stage.archive(before);
      const restored = await stage.api.call("restoreAudience", { params: atAudience(before), body: {} });
      expect(restored).toEqual(before);
      expect(restored).toMatchObject({ status: "published", archivedAt: null, publishedVersion: { status: "published" } });
      expect(await stage.readAudience(before)).toEqual(restored);
    },

    "is idempotent: one that is not archived is answered as it is": async (stage) => {
      const made = await stage.audience();
      for (let count = 0; count < 2; count += 1)
        expect(await stage.api.call("restoreAudience", { params: atAudience(made), body: {} })).toEqual(made);
      expect(await stage.audiencesCount(made)).toBe(1);
    },

    "counts in audiencesCount again": async (stage) => {
      const made = await stage.audience();
      await stage.archive(made);
      expect(await stage.audiencesCount(made)).toBe(0);
      await stage.api.call("restoreAudience", { params: atAudience(made), body: {} });
      expect(await stage.audiencesCount(made)).toBe(1);
    },

    "status is that of the newest version that is not cancelled": async (stage) => {
      const made = await stage.audience();
      await stage.built(made, await stage.version(made, { publish: "manual" }));
      expect((await stage.readAudience(made)).status).toBe("draft");
      await stage.archive(made);
      const { status } = await stage.api.call("restoreAudience", { params: atAudience(made), body: {} });
      expect(status).toBe("draft");
    },

    "a new version can be made again": async (stage) => {
      const made = await stage.audience();
      await stage.archive(made);
      await stage.api.call("restoreAudience", { params: atAudience(made), body: {} });
      expect(await stage.built(made, await stage.version(made))).toMatchObject({ status: "published", versionNumber: 2 });
    },
  },
};

export const archiveAudience: Told = {
  number: 8,
  id: "archiveAudience",
  method: "DELETE",
  path: "/v0/pages/{page_id}/audiences/{audience_id}",
  status: 200,
  answer: audience,
  requests: [ofPersonal, ofPlain],
  sentences: {
    "sets status and archivedAt, and changes nothing else": async (stage) => {
      const before = await stage.audience(overrides);
      const after = await stage.archive(before);
      expect(after).toEqual({ ...before, status: "archived", archivedAt: after.archivedAt });
      expect(after.archivedAt).toMatch(/^\+\d+$/);
    },

    "is idempotent: again, it is the same record": async (stage) => {
      const once = await stage.archive(await stage.audience());
      stage.service.advance(1_000);
      expect(await stage.archive(once)).toEqual(once);
      expect(await stage.audiencesCount(once)).toBe(0);
    },

    "cancels versions in flight": async (stage) => {
      const resting = await stage.atRest();
      const made = await resting.audience();
      const flying = [await resting.version(made), await resting.version(made)];
      expect(flying.map(({ status }) => status)).toEqual(["queued", "pending"]);
      const { latestVersion, publishedVersion } = await resting.archive(made);
      expect(publishedVersion).toEqual(made.publishedVersion);
      expect(latestVersion).toMatchObject({ status: "cancelled", versionId: flying[1]?.versionId });
      for (const version of flying) {
        const { status, cancelledAt } = await resting.readVersion(made, version);
        expect([status, typeof cancelledAt]).toEqual(["cancelled", "string"]);
      }
    },

    "frees nothing: its link stays where it is": async (stage) => {
      const made = await stage.audience();
      const linksOf = async () => (await stage.api.call("listPageLinks", { query: { audienceId: made.audienceId } })).items;
      const before = await linksOf();
      expect(before).toHaveLength(1);
      await stage.archive(made);
      expect(await linksOf()).toEqual(before);
    },

    "an audience of another page is 404": async (stage) => {
      const { params } = await ofPlain(stage);
      const { pageId } = await stage.page();
      expect(await stage.refusal("archiveAudience", { params: { ...params, page_id: pageId } })).toBe("404 not_found");
    },
  },
};
