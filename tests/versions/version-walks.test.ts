import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { publishModes } from "../../contract";
import type { Database } from "../../server/storage/port";
import { sql } from "../../server/storage/sql";
import { chooseSeed } from "../campaigns/random";
import { onBothEngines } from "../support/database/engines";
import { type Answer, AudienceModel, faultsOf, type Seen } from "../support/features/version-model";
import { type AudienceParams, makeAudience, makePage, readAudience, untilQuiet, versionsOf } from "../support/features/versions";
import { type Begun, JobsByHand } from "../support/service/jobs-by-hand";
import { type TestService, useService } from "../support/service/service";

const walksTogether = Number(process.env.WALKS ?? 8);
const walksAlone = Math.ceil(walksTogether / 3);
const commandsInAll = 40;
const lookEveryMs = 3;

const of = fc.integer({ min: 0, max: 1 });
/** Counted from the newest. */
const which = fc.integer({ min: 0, max: 5 });
const key = fc.constantFrom("a", "b", "c", undefined, undefined);
const publish = fc.constantFrom(...publishModes);

const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("create" as const), of, key, publish }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("cancel" as const), of, which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("publish" as const), of, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("archive" as const), of }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("restore" as const), of }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), of, name: fc.constantFrom("Ada", "Bo", null) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restoreMessage" as const), of, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("batch" as const) }) },
);
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;

const building = fc.constantFrom("begin" as const, "begin" as const, "finish" as const, "finish all" as const);

/** An audience of a walk, and all that can be named in it. */
interface Known {
  place: AudienceParams;
  versionIds: string[];
  messageIds: string[];
}

onBothEngines("a single client", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test(`gets exactly the answers of the model, in ${walksAlone} random walks of ${commandsInAll} commands`, async () => {
    const step = fc.oneof({ weight: 3, arbitrary: command }, { weight: 2, arbitrary: building });
    const walk = fc.array(step, { minLength: commandsInAll, maxLength: commandsInAll });
    await holds(
      walksAlone,
      fc.asyncProperty(walk, (steps) => walkAlone(service(), steps)),
    );
  });
});

onBothEngines("several clients at once", (engine) => {
  const service = useService(engine);

  test(`leave every audience consistent, in ${walksTogether} random walks of about ${commandsInAll} commands`, async () => {
    const round = fc.array(command, { minLength: 3, maxLength: 5, size: "max" });
    const walk = fc.array(round, { minLength: commandsInAll / 4, maxLength: commandsInAll / 4 });
    await holds(
      walksTogether,
      fc.asyncProperty(walk, (rounds) => walkTogether(service(), rounds)),
    );
  });
});

/** A failure prints its seed and the commands; `TEST_SEED` has them again. Not shrunk: what the machine does between is not in them. */
function holds<Values extends [unknown]>(numRuns: number, property: fc.IAsyncProperty<Values>): Promise<void> {
  return fc.assert(property, { numRuns, seed: chooseSeed() | 0, endOnFailure: true });
}

async function walkAlone(service: TestService, steps: (Command | "begin" | "finish" | "finish all")[]): Promise<void> {
  const { api } = service;
  const jobs = new JobsByHand(service);
  const pageId = await makePage(api);
  const known = [
    await learn(service, await makeAudience(api, {}, pageId)),
    await learn(service, await makeAudience(api, {}, pageId)),
  ];
  const models = [new AudienceModel(), new AudienceModel()];
  const begun: Begun[] = [];

  async function begin(): Promise<boolean> {
    const job = await jobs.begin();
    if (!job) return false;
    if (job.kind === "walkVersionBatch") {
      await job.finish();
      for (const model of models) if (!model.archived) model.create(undefined, "auto");
    } else if (job.payload?.versions) {
      begun.push(job);
      inModels(job, (model, number) => model.begin(number));
    } else {
      // Upkeep, which changes nothing that is looked at here.
      await job.finish();
    }
    await look(0, 1);
    return true;
  }

  async function finish(): Promise<void> {
    const job = begun.shift();
    await job?.finish();
    if (job) inModels(job, (model, number) => model.finish(number));
    await look(0, 1);
  }

  function inModels({ payload }: Begun, change: (model: AudienceModel, number: number) => void): void {
    for (const { versionId } of payload.versions) {
      known.forEach(({ versionIds }, index) => {
        const number = versionIds.indexOf(versionId) + 1;
        if (number > 0) change(models[index] as AudienceModel, number);
      });
    }
  }

  async function look(...indexes: number[]): Promise<void> {
    for (const index of indexes) {
      const [one, model] = [known[index] as Known, models[index] as AudienceModel];
      const { audience, versions } = await see(service, one.place);
      one.versionIds = versions.map(({ versionId }) => versionId);
      expect(versions.map(({ status }) => status)).toEqual(model.versions.map(({ status }) => status));
      expect(audience).toMatchObject({ status: model.status, customName: model.name });
      expect(audience.latestVersion).toEqual(versions.at(-1) as never);
      expect(audience.publishedVersion).toEqual(versions.find(({ status }) => status === "published") as never);
    }
  }

  for (const step of steps) {
    if (step === "begin") await begin();
    else if (step === "finish") await finish();
    else if (step === "finish all") while (begun.length > 0 || (await begin())) await finish();
    else {
      const { answer } = await perform(service, known, step);
      if (step.do !== "batch") expect(answer).toEqual(predicted(models[step.of] as AudienceModel, known[step.of] as Known, step));
      if (step.do === "rename" || step.do === "restoreMessage") known[step.of] = await learn(service, known[step.of]!.place);
      if (step.do !== "batch") await look(step.of);
    }
  }
  while (begun.length > 0 || (await begin())) await finish();
}

function predicted(model: AudienceModel, { versionIds, messageIds }: Known, step: Exclude<Command, { do: "batch" }>): Answer {
  const at = (names: string[], which: number) => Math.max(names.length - 1 - which, 0);
  switch (step.do) {
    case "create":
      return model.create(step.key, step.publish);
    case "cancel":
      return model.cancel(at(versionIds, step.which) + 1);
    case "publish":
      return model.publish(at(versionIds, step.which) + 1);
    case "archive":
      model.archive();
      return [200];
    case "restore":
      model.restore();
      return [200];
    case "rename":
      model.rename(step.name);
      return [200];
    case "restoreMessage":
      model.restoreMessage(at(messageIds, step.which));
      return [200];
  }
}

async function walkTogether(service: TestService, rounds: Command[][]): Promise<void> {
  const { api, db } = service;
  const pageId = await makePage(api);
  const places = [await makeAudience(api, {}, pageId), await makeAudience(api, {}, pageId)];
  const ofKey = new Map<string, Set<unknown>>();
  let before = await Promise.all(places.map((place) => see(service, place)));
  for (const commands of rounds) {
    const known = await Promise.all(
      places.map(async (place, index): Promise<Known> => {
        const versionIds = (before[index] as Seen).versions.map(({ versionId }) => versionId);
        const needsMessages = commands.some((one) => one.do === "restoreMessage" && one.of === index);
        return { place, versionIds, messageIds: needsMessages ? await messagesOf(service, place) : [] };
      }),
    );
    const reading = watch(service, places);
    const answers = await Promise.all(commands.map((one) => perform(service, known, one)));
    await untilQuiet(db);
    await reading.stop();

    commands.forEach((one, index) => {
      const { answer, body } = answers[index] as Performed;
      expect([one.do, allowed[one.do].includes(answer.join(" "))]).toEqual([one.do, true]);
      if (one.do === "archive") expect((body as Seen["audience"]).latestVersion.status).not.toMatch(/pending|queued|processing/);
      if (one.do === "create" && one.key !== undefined && answer[0] !== 409) {
        const name = `${one.of} ${one.key}`;
        ofKey.set(name, (ofKey.get(name) ?? new Set()).add((body as { versionId: string }).versionId));
      }
    });
    const now = await Promise.all(places.map((place) => see(service, place)));
    expect(now.flatMap((one, index) => faultsOf(one, before[index]))).toEqual([]);
    expect([...ofKey.values()].filter((versions) => versions.size !== 1)).toEqual([]);
    const { audiencesCount } = await api.call("getPage", { params: { page_id: pageId } });
    expect(audiencesCount).toBe(now.filter(({ audience }) => audience.archivedAt === null).length);
    before = now;
  }
}

const allowed: Record<Command["do"], string[]> = {
  create: ["201", "200", "409 audience_archived"],
  cancel: ["200", "409 version_not_cancellable"],
  publish: ["200", "409 audience_archived", "409 version_not_publishable"],
  archive: ["200"],
  restore: ["200"],
  rename: ["200"],
  restoreMessage: ["200"],
  batch: ["202"],
};

/** Reads again and again: at every moment there is one live version. */
function watch({ api, db }: TestService, places: AudienceParams[]): { stop(): Promise<void> } {
  let watching = true;
  const looking = (async () => {
    while (watching) {
      for (const place of places) {
        const [audience, live] = await Promise.all([readAudience(api, place), liveCount(db, place)]);
        expect([live, audience.publishedVersion.status]).toEqual([1, "published"]);
      }
      await Bun.sleep(lookEveryMs);
    }
  })();
  return {
    stop() {
      watching = false;
      return looking;
    },
  };
}

async function liveCount(db: Database, { audience_id }: AudienceParams): Promise<number | undefined> {
  const row = await db.first<{ live: number }>(sql`
    SELECT CAST(count(*) AS INTEGER) AS live FROM audience_versions
    WHERE tenant_id = (SELECT tenant_id FROM tenants) AND audience_id = ${audience_id} AND status = 'published'`);
  return row?.live;
}

interface Performed {
  answer: (number | string)[];
  body: unknown;
}

async function perform({ api }: TestService, known: readonly Known[], command: Command): Promise<Performed> {
  const { status, body } = await send();
  return { answer: status < 400 ? [status] : [status, (body as { code: string }).code], body };

  function send() {
    if (command.do === "batch") {
      const { page_id } = (known[0] as Known).place;
      return api.send("createVersionBatch", { params: { page_id }, body: {} });
    }
    const { place: params, versionIds, messageIds } = known[command.of] as Known;
    const from = (names: string[], which: number) => names[Math.max(names.length - 1 - which, 0)] as string;
    switch (command.do) {
      case "create": {
        const { key, publish } = command;
        return api.send("createAudienceVersion", { params, body: { publish, ...(key !== undefined && { operationKey: key }) } });
      }
      case "cancel":
        return api.send("cancelAudienceVersion", {
          params: { ...params, version_id: from(versionIds, command.which) },
          body: {},
        });
      case "publish":
        return api.send("publishAudienceVersion", {
          params: { ...params, version_id: from(versionIds, command.which) },
          body: {},
        });
      case "archive":
        return api.send("archiveAudience", { params });
      case "restore":
        return api.send("restoreAudience", { params, body: {} });
      case "rename":
        return api.send("updateAudience", { params, body: { customName: command.name } });
      case "restoreMessage":
        return api.send("restoreMessage", { params: { ...params, message_id: from(messageIds, command.which) }, body: {} });
    }
  }
}

async function see({ api }: TestService, place: AudienceParams): Promise<Seen> {
  const [audience, versions] = await Promise.all([readAudience(api, place), versionsOf(api, place)]);
  return { audience, versions };
}

async function learn(service: TestService, place: AudienceParams): Promise<Known> {
  const [versions, messageIds] = await Promise.all([versionsOf(service.api, place), messagesOf(service, place)]);
  return { place, versionIds: versions.map(({ versionId }) => versionId), messageIds };
}

/** Oldest first. */
async function messagesOf({ api }: TestService, place: AudienceParams): Promise<string[]> {
  const { items } = await api.call("listMessages", { params: place, query: { limit: 100 } });
  return items.map(({ messageId }) => messageId).reverse();
}
