import { describe, expect, test } from "bun:test";
import type { Audience } from "../../contract";
import { openPreview } from "../../server/features/previews";
import { installationSecret } from "../../server/secrets/installation-secret";
import { createSigner } from "../../server/secrets/signer";
import { onBothEngines } from "../support/database/engines";
import {
  type AudienceBody,
  type AudienceParams,
  buildVersion,
  leastPage,
  makeAudience,
  makePage,
  readAudience,
} from "../support/features/versions";
import { useService } from "../support/service/service";
import { testSite } from "../support/service/site";

onBothEngines("audiences", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let people = 0;

  async function person(name: string, domain?: string): Promise<string> {
    return (await api().call("createPerson", { body: { name, ...(domain && { domain }) } })).personId;
  }

  /** Of a page, or of one of its own. */
  async function audience(
    body: AudienceBody = {},
    pageId?: string,
  ): Promise<{ place: AudienceParams; read: () => Promise<Audience> }> {
    const place = await makeAudience(api(), body, pageId);
    return { place, read: () => readAudience(api(), place) };
  }

  describe("names", () => {
    test("an audience is named after its person and account, and follows their changes at once", async () => {
      const domain = `acme-${++people}.test`;
      const personId = await person("Ada Lovelace", domain);
      const { read } = await audience({ personId });
      const name = async () => (await read()).computedName;
      expect(await name()).toBe(`Ada Lovelace, ${domain}`);
      const account = (await api().call("listAccounts", { query: { domain } })).items[0];
      await api().call("updateAccount", { params: { account_id: account?.accountId as string }, body: { name: "Acme" } });
      expect(await name()).toBe("Ada Lovelace, Acme");
      await api().call("updatePerson", { params: { person_id: personId }, body: { name: "Ada King" } });
      expect(await name()).toBe("Ada King, Acme");
      await api().call("updatePerson", { params: { person_id: personId }, body: { domain: `babbage-${people}.test` } });
      expect(await name()).toBe(`Ada King, babbage-${people}.test`);
      await api().call("updatePerson", { params: { person_id: personId }, body: { domain: null } });
      expect(await name()).toBe("Ada King");
    });

    test("an audience's own account wins over the account of the person's domain", async () => {
      const personId = await person("Ada", `one-${++people}.test`);
      const body = { domain: `two-${people}.test`, name: "Two" };
      const { accountId } = await api().call("createAccount", { body });
      expect((await (await audience({ personId, accountId })).read()).computedName).toBe("Ada, Two");
      expect((await (await audience({ accountId })).read()).computedName).toBe("Audience 1");
    });

    test("without a person an audience is numbered within its page, and a custom name wins over all", async () => {
      const pageId = await makePage(api());
      const personId = await person("Ada");
      expect((await (await audience({}, pageId)).read()).computedName).toBe("Audience 1");
      expect((await (await audience({ personId }, pageId)).read()).computedName).toBe("Ada");
      const { place, read } = await audience({ customName: "VIPs" }, pageId);
      expect(await read()).toMatchObject({ computedName: "Audience 2", customName: "VIPs", effectiveName: "VIPs" });
      await api().call("updateAudience", { params: place, body: { customName: null } });
      expect(await read()).toMatchObject({ customName: null, effectiveName: "Audience 2" });
    });

    test("personRouteKey is the person's slug, and null without a person", async () => {
      const personId = await person("Grâce Hopper");
      const { slug } = await api().call("getPerson", { params: { person_id: personId } });
      expect((await (await audience({ personId })).read()).personRouteKey).toBe(slug);
      expect((await (await audience()).read()).personRouteKey).toBeNull();
    });
  });

  describe("overrides", () => {
    test("metadata is overridden field by field, and {} removes all overrides", async () => {
      const pageId = await makePage(api(), { metadata: { title: "Page", author: "Us", robots: ["noindex"], keywords: ["a"] } });
      const { place, read } = await audience({ metadataOverride: { title: "Yours", keywords: [] } }, pageId);
      expect(await read()).toMatchObject({
        metadataOverride: { title: "Yours", keywords: [] },
        effectiveMetadata: { title: "Yours", author: "Us", robots: ["noindex"], keywords: [] },
      });
      await api().call("updateAudience", { params: place, body: { metadataOverride: { robots: [] } } });
      expect((await read()).effectiveMetadata).toEqual({ title: "Page", author: "Us", robots: [], keywords: ["a"] });
      await api().call("updateAudience", { params: place, body: { metadataOverride: {} } });
      const cleared = await read();
      expect(cleared.effectiveMetadata).toEqual({ title: "Page", author: "Us", robots: ["noindex"], keywords: ["a"] });
      expect("metadataOverride" in cleared).toBe(false);
    });

    test("effectiveMetadata is left out when neither page nor audience has any, and follows the page", async () => {
      const pageId = await makePage(api());
      const { place, read } = await audience({}, pageId);
      expect("effectiveMetadata" in (await read())).toBe(false);
      await api().call("updateAudience", { params: place, body: { metadataOverride: { title: "Yours" } } });
      expect((await read()).effectiveMetadata).toEqual({ title: "Yours", robots: [] });
      await api().call("updatePage", { params: { page_id: pageId }, body: { metadata: { author: "Us" } } });
      expect((await read()).effectiveMetadata).toEqual({ title: "Yours", author: "Us", robots: [] });
    });

    test("a field left out of a change stays, null clears it", async () => {
      const overrides = {
        actionFormIdOverride: "form_1",
        actionFormInstructionsOverride: "Ask for the size",
        actionUrlOverride: "https://example.com/a",
        customName: "VIPs",
        supplementaryContext: "Likes anvils",
      };
      const { place, read } = await audience(overrides);
      expect(await read()).toMatchObject(overrides);
      await api().call("updateAudience", { params: place, body: { actionUrlOverride: null } });
      expect(await read()).toMatchObject({ ...overrides, actionUrlOverride: null });
      const cleared = Object.fromEntries(Object.keys(overrides).map((field) => [field, null]));
      await api().call("updateAudience", { params: place, body: cleared });
      expect(await read()).toMatchObject(cleared);
    });
  });

  describe("upsert and batch", () => {
    test("an upsert creates with 201, then updates with 200 what it sends and nothing else", async () => {
      const params = { page_id: await makePage(api()), external_id: "crm-1" };
      const [personId, other] = [await person("Ada"), await person("Bo")];
      const first = await api().send("upsertAudienceByExternalId", { params, body: { personId, customName: "A" } });
      const second = await api().send("upsertAudienceByExternalId", { params, body: { personId: other, isNewPageAgent: false } });
      expect([first.status, second.status]).toEqual([201, 200]);
      const [created, updated] = [first.body as Audience, second.body as Audience];
      expect(updated).toMatchObject({
        audienceId: created.audienceId,
        customName: "A",
        computedName: "Bo",
        isNewPageAgent: false,
      });
      const third = await api().call("upsertAudienceByExternalId", { params, body: { personId: null } });
      expect(third).toMatchObject({ personId: null, computedName: "Audience 1", customName: "A" });
      const again = await api().refusal("createAudience", { params, body: { externalId: "crm-1" } });
      expect([again.code, again.existingId]).toEqual(["external_id_taken", created.audienceId]);
    });

    test("a batch of 100 has a result or a problem for each, in order, with the place of every problem", async () => {
      const page_id = await makePage(api());
      const audiences = Array.from({ length: 100 }, (_, index): Record<string, unknown> => ({ customName: `Nr ${index}` }));
      audiences[3] = { customName: "", metadataOverride: { ogImageUrl: "https://example.com/i.png" }, what: 1 };
      audiences[7] = { personId: "person_00000000000000000000000000", accountId: "account_00000000000000000000000000" };
      audiences[8] = { externalId: "twice" };
      audiences[9] = { externalId: "twice" };
      const { results } = await api().call("createAudienceBatch", { params: { page_id }, body: { audiences } });
      expect(results.length).toBe(100);
      const problems = results.flatMap(({ problem }, index) => (problem ? [[index, problem.code]] : []));
      expect(problems).toEqual([
        [3, "validation_failed"],
        [7, "validation_failed"],
        [9, "external_id_taken"],
      ]);
      const places = (index: number) => results[index]?.problem?.errors?.map(({ location }) => location).sort();
      expect(places(3)).toEqual([
        "body.audiences[3].customName",
        "body.audiences[3].metadataOverride.ogImageUrl",
        "body.audiences[3].what",
      ]);
      expect(places(7)).toEqual(["body.audiences[7].accountId", "body.audiences[7].personId"]);
      results.forEach(({ audience, problem }, index) => {
        expect(audience === null).toBe(problem !== null);
        if (audience && index !== 8) expect(audience.customName).toBe(`Nr ${index}`);
      });
      const { totalCount } = await api().call("listAudiences", { params: { page_id }, query: { limit: 1 } });
      const { audiencesCount } = await api().call("getPage", { params: { page_id } });
      expect([totalCount, audiencesCount]).toEqual([97, 97]);
    });

    test("a batch of 101, an empty batch, and a batch for an archived page are refused as a whole", async () => {
      const page_id = await makePage(api());
      const refused = async (audiences: object[]) =>
        (await api().refusal("createAudienceBatch", { params: { page_id }, body: { audiences: audiences as never } })).code;
      expect(await refused(Array.from({ length: 101 }, () => ({})))).toBe("validation_failed");
      expect(await refused([])).toBe("validation_failed");
      await api().call("archivePage", { params: { page_id } });
      expect(await refused([{}])).toBe("page_archived");
      expect((await api().refusal("createAudience", { params: { page_id }, body: {} })).code).toBe("page_archived");
    });
  });

  describe("what an audience sees", () => {
    test("shows every field's value and source, as a version built now would show it", async () => {
      const actions = [
        { actionId: "a", purpose: "Buy", buttonTitle: "Buy", actionType: "link", url: "/buy" },
        { actionId: "b", purpose: "Ask", buttonTitle: "Ask", actionType: "form", url: "" },
      ];
      const pageId = await makePage(api(), { actions, headerActionId: "a", metadata: { title: "Page", author: "Us" } });
      const personId = await person("Ada", `seen-${++people}.test`);
      const overrides = { actionUrlOverride: "/vip", actionFormIdOverride: "f", metadataOverride: { title: "Yours" } };
      const { place } = await audience({ personId, supplementaryContext: "Anvils", ...overrides }, pageId);
      const { fields, liveVersion } = await api().call("getEffectiveAudience", { params: place });
      const field = (name: string) => fields.filter((one) => one.field === name).map(({ value, source }) => [value, source]);
      expect(field("name")).toEqual([[`Ada, seen-${people}.test`, "person"]]);
      expect(field("metadata.title")).toEqual([["Yours", "audience"]]);
      expect(field("metadata.author")).toEqual([["Us", "page"]]);
      expect(field("supplementaryContext")).toEqual([["Anvils", "audience"]]);
      expect(field("pageContext")).toEqual([[leastPage.pageContext, "page"]]);
      expect(field("person.name")).toEqual([["Ada", "person"]]);
      expect(field("account.domain")).toEqual([[`seen-${people}.test`, "account"]]);
      expect(field("actions")).toEqual([
        [
          [
            { ...actions[0], actionIndex: 0, url: "/vip" },
            { ...actions[1], actionIndex: 1, formId: "f" },
          ],
          "audience",
        ],
      ]);
      expect(liveVersion).toEqual((await readAudience(api(), place)).publishedVersion);
      expect(new Set(fields.map((one) => one.field)).size).toBe(fields.length);
    });

    test("a preview link works for an hour, on our host, and for its version only", async () => {
      const { place } = await audience();
      const draft = await buildVersion(api(), place, { publish: "manual" });
      const { versionId, url, expiresAt } = await api().call("previewAudience", { params: place, body: {} });
      expect(versionId).toBe(draft.versionId);
      const signer = createSigner(await installationSecret(service().db));
      const site = { ...testSite, signer };
      const token = url.slice(url.lastIndexOf("/") + 1);
      const now = service().clock();
      expect(url).toStartWith("http://pages.foyer.test/_foyer/preview/");
      expect(Number(expiresAt) - now).toBeWithin(3_500_000, 3_600_001);
      expect(openPreview(site, token, now)).toMatchObject({ audienceId: place.audience_id, versionId });
      expect(openPreview(site, token, Number(expiresAt))).toBeUndefined();
      const { audience_id } = await makeAudience(api());
      const later = String(Number(expiresAt) + 1);
      const signature = token.slice(token.lastIndexOf("."));
      const forged = [
        token.replace(place.audience_id, audience_id),
        token.replace(String(Number(expiresAt)), later),
        token.replace(signature, ".x"),
        token.slice(0, -1),
        token.replace(signature, ""),
        token.replace(signature, `.${signer.sign("download", token.slice(0, token.lastIndexOf(".")))}`),
        "",
      ];
      expect(forged.filter((one) => openPreview(site, one, now) !== undefined)).toEqual([]);
    });
  });
});
