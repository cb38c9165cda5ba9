import { expect, test } from "bun:test";
import type { PageDocument } from "../../server/rendering";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { stateOf } from "../support/database/state";
import { buildingOn } from "../support/features/building";
import { type AudienceParams, makeAudience, makePage, readAudience } from "../support/features/versions";
import { JobsByHand } from "../support/service/jobs-by-hand";
import { useService } from "../support/service/service";

onBothEngines("erasing a person from what is built", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;
  const { tenantId, create, build, documentOf, liveId, person } = buildingOn(service);

  test("a person erased or replaced while a version is built is not in it", async () => {
    const jobs = new JobsByHand(service());
    for (const change of ["erased", "replaced"]) {
      const personId = await person("Ada Erased");
      const place = await makeAudience(api(), { personId, externalId: "x" });
      const versionId = await create(place);
      const building = await jobs.begin();
      const params = { page_id: place.page_id, external_id: "x" };
      if (change === "erased") await api().call("deletePerson", { params: { person_id: personId } });
      else await api().call("upsertAudienceByExternalId", { params, body: { personId: await person("Bo") } });
      await building?.finish();
      expect(await documentOf(place, versionId)).toBeUndefined();
      service().advance(1_000);
      await jobs.finishAll();
      expect((await documentOf(place, versionId))?.document.person?.name).toBe(change === "erased" ? undefined : "Bo");
      expect(await liveId(place)).toBe(versionId);
    }
  });

  test("erasing a person removes them from live pages, and leaves the rest of the page as it was built", async () => {
    const personId = await person("Ada Erased");
    const place = await makeAudience(api(), { personId });
    const versions = [await liveId(place), await build(place)];
    await api().call("updatePage", { params: { page_id: place.page_id }, body: { pageContext: "Not built yet" } });
    await api().call("deletePerson", { params: { person_id: personId } });
    const [older, live] = await Promise.all(versions.map((versionId) => documentOf(place, versionId)));
    expect(older).toBeUndefined();
    expect(live?.document).toMatchObject({ page: { pageContext: "Anvils" }, person: null, account: null });
    expect(live?.document.audience.name).toBe((await readAudience(api(), place)).computedName);
    expect(live?.text).not.toContain("Ada");
    const refusal = await api().refusal("publishAudienceVersion", {
      params: { ...place, version_id: versions[0] as string },
      body: {},
    });
    expect(refusal.code).toBe("version_not_publishable");
  });

  test("erasing a person works on versions built before pages were rendered, and keeps them out of search engines", async () => {
    const personId = await person("Ada Early");
    const places = [await makeAudience(api(), { personId }), await makeAudience(api(), { personId })] as const;
    const { db } = service();
    const tenant = await tenantId();
    const [{ audience_id }] = places;
    const now = (await documentOf(places[0], await liveId(places[0])))?.document;
    const { brand, forms, topicIds, ...rest } = now as PageDocument;
    const { isPersonal, ...audience } = rest.audience;
    expect(isPersonal).toBe(true);
    const early = JSON.stringify({ ...rest, audience, format: 1 });
    await db.transaction(async (tx) => {
      await tx.run(sql`
        UPDATE version_documents SET document = ${early} WHERE tenant_id = ${tenant} AND audience_id = ${audience_id}`);
      await tx.run(sql`DELETE FROM version_pages WHERE tenant_id = ${tenant} AND audience_id = ${audience_id}`);
    });
    await api().call("deletePerson", { params: { person_id: personId } });
    for (const place of places) {
      const left = await documentOf(place, await liveId(place));
      expect(left?.document).toMatchObject({ person: null, audience: { isPersonal: true } });
      const pages = await db.all<{ is_indexed: number; html: string }>(sql`
        SELECT is_indexed, html FROM version_pages WHERE tenant_id = ${tenant} AND audience_id = ${place.audience_id}`);
      expect(pages.map(({ is_indexed }) => is_indexed)).not.toContain(1);
      for (const { html } of pages) expect(html).toContain('<meta name="robots" content="noindex">');
    }
  });

  test("a person an audience had earlier is erased from everything kept of that audience", async () => {
    const [former, present] = [await person("Ada Former"), await person("Bo Present")];
    const page_id = await makePage(api());
    const assign = (external_id: string, personId: string | null) =>
      api().call("upsertAudienceByExternalId", {
        params: { page_id, external_id },
        body: { personId },
        headers: { "idempotency-key": crypto.randomUUID() },
      });
    const places: AudienceParams[] = [];
    for (const [name, ...persons] of [
      ["built", former, present],
      ["back", former, present, former, null, present],
      ["never built", null, former, present],
    ] as const) {
      let audienceId = "";
      for (const one of persons) audienceId = (await assign(name, one)).audienceId;
      places.push({ page_id, audience_id: audienceId });
    }
    const [first] = places as [AudienceParams];
    const [was, now] = [await liveId(first), await build(first)];
    await api().call("deletePerson", { params: { person_id: former } });
    const rows = Object.entries(await stateOf(service().db)).flatMap(([table, lines]) =>
      lines.map((line) => `${table}: ${line}`),
    );
    expect(rows.filter((line) => line.includes("Former") || line.includes("ada-former"))).toEqual([]);
    for (const place of places) {
      expect((await readAudience(api(), place)).computedName).toStartWith("Bo Present");
      expect(await documentOf(place, await liveId(place))).toBeDefined();
    }
    expect(await documentOf(first, was)).toBeUndefined();
    expect((await documentOf(first, now))?.document.person?.personId).toBe(present);
  });
});
