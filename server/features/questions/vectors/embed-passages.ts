import type { Topic } from "../../../../contract";
import { inTurns } from "../../../answers/building/in-turns";
import { chunkIdOf, passagesOf } from "../../../answers/passages";
import { embeddedText, textHash } from "../../../answers/vectors/embedded-text";
import { textsAtOnce } from "../../../answers/vectors/embedder";
import { vectorText } from "../../../answers/vectors/vector";
import { enqueueOnce } from "../../../jobs/enqueue";
import { type JobContext, jobType, type NamedJobKind } from "../../../jobs/job";
import { tenantIdentifier } from "../../../records/tenant-ids";
import type { Database } from "../../../storage/port";
import { eachTenant, rowsAtOnce } from "../../tenants";
import { topicsById } from "../../topics";
import { tokenBudget } from "../answering/token-budget";
import { goneTopic, noteVectors, removeSomeOfTopic, removeVectors, saveVectors, topicBehind, vectorHashes } from "./queries";

/** After so many calls, other tenants have their turn. */
const callsAtOnce = 20;
/** Of a topic that has no vectors yet. */
const noRevision = -1;

export const keepVectorsJob = jobType<null>("keepVectors", "upkeep");
const embedPassagesJob = jobType<{ after: string }>("embedPassages", "modelCalls");

/** Looks for topics that were changed since their passages got vectors, and removes vectors of topics that are gone. */
export const keepVectors: NamedJobKind<null> = {
  type: keepVectorsJob,
  maxAttempts: 5,
  run: (job) =>
    eachTenant(job, async (tenantId) => {
      for (let gone = await goneTopic(job.db, tenantId); gone !== undefined; gone = await goneTopic(job.db, tenantId)) {
        const topicId = gone;
        while ((await job.step((ctx) => removeSomeOfTopic({ ...ctx, tenantId }, topicId, rowsAtOnce))) === rowsAtOnce);
      }
      const { embedder } = job.site;
      if (!embedder || !(await topicBehind(job.db, tenantId, embedder.model, ""))) return;
      await job.step((ctx) => enqueueOnce({ ...ctx, tenantId }, embedPassagesJob, jobIdOf(tenantId), { after: "" }));
    }),
};

/** Gives passages of a tenant their vectors, topic by topic. If the model gives none now, it is asked again a minute later. */
export const embedPassages: NamedJobKind<{ after: string }> = {
  type: embedPassagesJob,
  maxAttempts: 5,
  async run(job, { after }) {
    const { db, tenantId, site } = job;
    if (!site.embedder) return;
    let calls = 0;
    let last = after;
    for (;;) {
      const behind = await topicBehind(db, tenantId, site.embedder.model, last);
      if (!behind) return;
      const made = await embedTopic(job, behind.topic_id, behind.revision, callsAtOnce - calls);
      if (made === undefined) return;
      calls += made.calls;
      if (made.isComplete) last = behind.topic_id;
      if (calls < callsAtOnce) continue;
      const rest = { after: last };
      await job.finish((ctx) => enqueueOnce(ctx, embedPassagesJob, jobIdOf(tenantId), rest));
      return;
    }
  },
};

/** A tenant has one of these jobs at a time. */
function jobIdOf(tenantId: string): string {
  return `job_vectors_${tenantIdentifier(tenantId)}`;
}

/** Undefined when the model gives nothing now. */
async function embedTopic(
  job: JobContext,
  topicId: string,
  revision: number,
  mostCalls: number,
): Promise<{ calls: number; isComplete: boolean } | undefined> {
  const { db, tenantId, site, clock } = job;
  const embedder = site.embedder as NonNullable<typeof site.embedder>;
  const [topic] = await topicsById(db, tenantId, [topicId]);
  if (!topic) return { calls: 0, isComplete: true };
  const wanted = await inTurns(tenantId, textsOf(topic, embedder.model));
  const known = new Map((await vectorHashes(db, tenantId, topicId)).map(({ chunk_id, text_hash }) => [chunk_id, text_hash]));
  const missing = [...wanted].filter(([chunkId, { hash }]) => known.get(chunkId) !== hash);
  const transaction: Database["transaction"] = (work) => job.step(({ db: tx }) => work(tx));
  const budget = tokenBudget({ tenantId, audienceId: undefined, now: clock(), transaction }, embedder.config);
  let calls = 0;
  for (let start = 0; start < missing.length; start += textsAtOnce) {
    if (calls >= mostCalls) return { calls, isComplete: false };
    const some = missing.slice(start, start + textsAtOnce);
    const vectors = await embedder.vectorsOf(
      tenantId,
      some.map(([, { text }]) => text),
      budget,
    );
    if (!vectors) return undefined;
    calls += 1;
    const rows = some.map(([chunk_id, { hash }], place) => ({
      chunk_id,
      text_hash: hash,
      vector: vectorText(vectors[place] as Int8Array),
    }));
    await job.step(async (ctx) => {
      await noteVectors(ctx, topicId, noRevision, embedder.model);
      await saveVectors(ctx, topicId, rows);
    });
  }
  await job.step(async (ctx) => {
    const gone = [...known.keys()].filter((chunkId) => !wanted.has(chunkId));
    await removeVectors(ctx, topicId, gone);
    await noteVectors(ctx, topicId, revision, embedder.model);
  });
  return { calls, isComplete: true };
}

/** By the identifiers of passages. */
function* textsOf(topic: Topic, model: string): Generator<undefined, Map<string, { text: string; hash: string }>, undefined> {
  const texts = new Map<string, { text: string; hash: string }>();
  for (const entry of topic.entries) {
    for (const passage of yield* passagesOf(topic, entry)) {
      const text = embeddedText(passage);
      texts.set(chunkIdOf(passage.topicEntryId, passage, passage.occurrence), { text, hash: textHash(text, model) });
      yield;
    }
    yield;
  }
  return texts;
}
