import { expect, test } from "bun:test";
import { type AudienceVersion, canHappen, type PublishMode, type VersionStatus, versionTransitions } from "../../contract";
import { onBothEngines } from "../support/database/engines";
import { stateOf } from "../support/database/state";
import {
  byTheBuilder,
  type Deed,
  deeds,
  type Moment,
  moments,
  type Outcome,
  replaced,
  type State,
  states,
  statusOf,
  table,
  whileArchived,
} from "../support/features/version-table";
import { type AudienceParams, makeAudience, readAudience, versionsOf } from "../support/features/versions";
import { type Begun, JobsByHand } from "../support/service/jobs-by-hand";
import { useService } from "../support/service/service";

test("the table of transitions has exactly the documented ones", () => {
  const listed = new Set<string>(byTheBuilder);
  for (const state of states) {
    for (const { becomes, live } of Object.values(table[state])) {
      if (becomes) listed.add(arrow(statusOf(state), becomes));
      if (live) listed.add(arrow("published", live));
      // One that went live before notes it the first time alone.
      if (state === "was live") listed.delete("archived → published: ");
    }
  }
  listed.add(arrow("draft", replaced));
  const shared = Object.values(versionTransitions).flatMap(({ from, to, notes }) =>
    from.map((one) => arrow(one, [to, ...notes])),
  );
  expect(shared.sort()).toEqual([...listed].sort());
  for (const state of states) {
    expect([state, canHappen("cancel", statusOf(state))]).toEqual([state, table[state].cancel.becomes !== undefined]);
    expect([state, canHappen("publish", statusOf(state))]).toEqual([state, table[state].publish.becomes !== undefined]);
  }
});

function arrow(from: VersionStatus, [to, ...notes]: readonly [VersionStatus, ...string[]]): string {
  return `${from} → ${to}: ${notes.join(" ")}`;
}

onBothEngines("a version", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;

  for (const state of states) {
    for (const deed of deeds) test(`${state}: ${deed} ${said(table[state][deed])}`, () => check(state, deed, table[state][deed]));
  }

  for (const [state, outcomes] of Object.entries(whileArchived) as [State, Record<Deed, Outcome>][]) {
    for (const deed of deeds) {
      test(`${state}, of an archived audience: ${deed} ${said(outcomes[deed])}`, async () => {
        await check(state, deed, outcomes[deed], (place) => api().call("archiveAudience", { params: place }));
      });
    }
  }

  test("passes through its states one by one, and records the time of each once", async () => {
    const jobs = new JobsByHand(service());
    const place = await makeAudience(api());
    const before = await api().call("createAudienceVersion", { params: place });
    const version = { ...place, version_id: (await api().call("createAudienceVersion", { params: place })).versionId };
    const seen: string[] = [];
    const look = async () => {
      service().advance(1_000);
      const { status, queueDurationMs, ...rest } = await api().call("getAudienceVersion", { params: version });
      const noted = moments.filter((moment) => rest[moment] !== null);
      seen.push(
        `${status}: ${noted.join(" ")}${queueDurationMs === null ? "" : `, after ${Math.floor(queueDurationMs / 1_000)} s`}`,
      );
    };
    await look();
    await (await jobs.begin())?.finish();
    await look();
    const building = await jobs.begin();
    await look();
    await building?.finish();
    await look();
    expect(seen).toEqual([
      "pending: ",
      "queued: queuedAt",
      "processing: queuedAt, after 1 s",
      "published: queuedAt becameDraftAt publishedAt, after 1 s",
    ]);
    const [first, second, third] = await versionsOf(api(), place);
    expect([first?.status, second?.status, third?.status]).toEqual(["archived", "archived", "published"]);
    expect(second?.versionId).toBe(before.versionId);
    expect(second?.obsoleteAt).toBe(third?.publishedAt as string);
  });

  test("made by processes whose clocks differ is built in the order of creation", async () => {
    const slower = new JobsByHand(service(), 60_000);
    const place = await makeAudience(api());
    const statuses = async () => (await versionsOf(api(), place)).map(({ status }) => status);
    await api().call("createAudienceVersion", { params: place });
    const building = await slower.begin();
    await api().call("createVersionBatch", { params: { page_id: place.page_id }, body: {} });
    await api().call("createAudienceVersion", { params: place });
    // The batch makes its version: the newest, though its identifier is the lowest.
    await (await slower.begin())?.finish();
    expect(await statuses()).toEqual(["published", "processing", "pending", "pending"]);
    const { status, latestVersion } = await readAudience(api(), place);
    expect([status, latestVersion.versionNumber]).toEqual(["pending", 4]);
    await building?.finish();
    expect(await statuses()).toEqual(["archived", "published", "queued", "pending"]);
    await slower.finishAll();
    expect(await statuses()).toEqual(["archived", "archived", "archived", "published"]);
  });

  async function check(
    state: State,
    deed: Deed,
    outcome: Outcome,
    first?: (place: AudienceParams) => Promise<unknown>,
  ): Promise<void> {
    const jobs = new JobsByHand(service());
    const { place, versionId, building } = await bringTo(jobs, state);
    await first?.(place);
    const read = () => versionsOf(api(), place);
    const [before, rowsBefore] = [await read(), await stateOf(service().db)];
    service().advance(1_000);
    const now = service().clock();

    const answer = await perform(deed, { ...place, version_id: versionId });

    const [after, rowsAfter] = [await read(), await stateOf(service().db)];
    const status = outcome.refused ? 409 : deed === "create" ? 201 : 200;
    expect({ status: answer.status, code: (answer.body as { code?: string }).code }).toEqual({ status, code: outcome.refused });
    if (outcome.audience === undefined) expect(rowsAfter).toEqual(rowsBefore);
    else expect((await readAudience(api(), place)).status).toBe(outcome.audience);

    const live = before.find((version) => version.status === "published");
    for (const version of before) {
      const [expected, ...noted] = (version.versionId === versionId && outcome.becomes) ||
        (version.versionId === live?.versionId && outcome.live) || [version.status];
      const found = after.find((other) => other.versionId === version.versionId) as AudienceVersion;
      const isOther = version.versionId !== versionId && version.versionId !== live?.versionId;
      if (isOther && deed === "archive" && outcome.becomes) expect(found.status).toBe("cancelled");
      else expectChange(version, found, expected, noted, now);
    }
    const made = after.slice(before.length);
    expect(made.map((version) => version.status)).toEqual(outcome.makes ? [outcome.makes] : []);
    if (deed !== "create" && !outcome.refused && !["archive", "restore"].includes(deed)) {
      expect<unknown>(answer.body).toEqual(after.find((version) => version.versionId === versionId));
    }

    // What a build had made when it was stopped changes nothing any more.
    const stopped = building && outcome.becomes?.[0] === "cancelled";
    await building?.finish();
    if (stopped) expect(await read()).toEqual(after);
    await jobs.finishAll();
  }

  async function bringTo(
    jobs: JobsByHand,
    state: State,
  ): Promise<{ place: AudienceParams; versionId: string; building?: Begun | undefined }> {
    const place = await makeAudience(api());
    const [{ versionId: first } = { versionId: "" }] = await versionsOf(api(), place);
    const create = async (publish: PublishMode = "auto") =>
      (await api().call("createAudienceVersion", { params: place, body: { publish } })).versionId;
    const build = async (publish?: "manual") => {
      const versionId = await create(publish);
      await jobs.finishAll();
      return versionId;
    };
    switch (state) {
      case "pending":
        await create();
        return { place, versionId: await create() };
      case "queued":
        return { place, versionId: await create() };
      case "processing": {
        const versionId = await create();
        return { place, versionId, building: await jobs.begin() };
      }
      case "draft":
        return { place, versionId: await build("manual") };
      case "published":
        return { place, versionId: await build() };
      case "was live":
        await build();
        return { place, versionId: first };
      case "was replaced": {
        const versionId = await build("manual");
        await build();
        return { place, versionId };
      }
      case "cancelled": {
        const versionId = await create();
        await api().call("cancelAudienceVersion", { params: { ...place, version_id: versionId }, body: {} });
        await jobs.finishAll();
        return { place, versionId };
      }
    }
  }

  function perform(deed: Deed, { version_id, ...place }: AudienceParams & { version_id: string }) {
    const params = { ...place, version_id };
    const operations = {
      create: () => api().send("createAudienceVersion", { params: place }),
      cancel: () => api().send("cancelAudienceVersion", { params, body: {} }),
      publish: () => api().send("publishAudienceVersion", { params, body: {} }),
      archive: () => api().send("archiveAudience", { params: place }),
      restore: () => api().send("restoreAudience", { params: place, body: {} }),
      get: () => api().send("getAudienceVersion", { params }),
    };
    return operations[deed]();
  }
});

function said({ refused, becomes, makes, audience }: Outcome): string {
  if (refused) return `is refused (${refused}) and changes nothing`;
  if (makes) return `makes one that is ${makes}`;
  if (becomes) return `makes it ${becomes[0]}`;
  return audience ? `leaves it as it is` : "changes nothing";
}

/** In that state, those moments noted now, and everything else as it was. */
function expectChange(
  before: AudienceVersion,
  after: AudienceVersion,
  status: VersionStatus,
  noted: Moment[],
  now: number,
): void {
  const expected = { ...before, status };
  for (const moment of noted) {
    expect([moment, before[moment]]).toEqual([moment, null]);
    expect(Number(after[moment])).toBeGreaterThanOrEqual(now);
    expected[moment] = after[moment];
  }
  expect(after).toEqual(expected);
}
