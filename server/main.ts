import { IndexCache } from "./answers/building/index-cache";
import { ModelCalls } from "./answers/model/model-calls";
import { AnswerWriter } from "./answers/model/writer";
import { Embedder } from "./answers/vectors/embedder";
import { createApp } from "./api/app";
import { removeOldAnswers, removeOldAnswersJob } from "./api/remove-old-answers";
import { defaultKeptVersions } from "./config";
import type { Handlers, Site } from "./context";
import { finishErasures, finishErasuresJob } from "./erasure/finish-erasures";
import { watchEventLoop } from "./event-loop/probe";
import * as accounts from "./features/accounts/handlers";
import * as apiKeys from "./features/api-keys/handlers";
import { purgeTrash, purgeTrashJob, removeFile } from "./features/assets";
import * as assets from "./features/assets/handlers";
import { indexAudiencesOfOwner } from "./features/audiences";
import * as audiences from "./features/audiences/handlers";
import * as brands from "./features/brands/handlers";
import * as domains from "./features/domains/handlers";
import { removeOldEvents, removeOldEventsJob } from "./features/events";
import * as events from "./features/events/handlers";
import { removeUsedTokens, removeUsedTokensJob } from "./features/form-submissions";
import * as formSubmissions from "./features/form-submissions/handlers";
import { changeOtherPagesWithForm } from "./features/forms";
import * as forms from "./features/forms/handlers";
import * as jobs from "./features/jobs/handlers";
import * as messages from "./features/messages/handlers";
import * as pageLinks from "./features/page-links/handlers";
import * as pages from "./features/pages/handlers";
import * as persons from "./features/persons/handlers";
import * as previews from "./features/previews/handlers";
import {
  buildVersions,
  buildVersionsInBulk,
  cancelBatchVersions,
  removeUnusedPartsJob,
  removeUnusedSharedParts,
  renderAgain,
  renderAgainJob,
  walkVersionBatch,
} from "./features/publishing";
import { embedPassages, keepVectors, keepVectorsJob } from "./features/questions";
import * as questions from "./features/questions/handlers";
import * as search from "./features/search/handlers";
import { computeVisits, endVisits, endVisitsJob } from "./features/sessions";
import * as sessions from "./features/sessions/handlers";
import { createSettingsCache } from "./features/settings";
import * as settings from "./features/settings/handlers";
import * as stats from "./features/stats/handlers";
import * as timeline from "./features/timeline/handlers";
import * as topics from "./features/topics/handlers";
import * as versions from "./features/versions/handlers";
import { recoverDeliveries, removeOldDeliveries, removeOldDeliveriesJob } from "./features/webhook-deliveries";
import * as webhookDeliveries from "./features/webhook-deliveries/handlers";
import * as webhookSubscriptions from "./features/webhook-subscriptions/handlers";
import { checkStore } from "./files/store-mark";
import { createPreviews } from "./images/pool";
import { createJobGauges } from "./jobs/gauges";
import { kindsByName, type NamedJobKind } from "./jobs/job";
import type { Recurring } from "./jobs/recurring";
import { createJobRunner } from "./jobs/runner";
import { createClientAddress } from "./network/client-address";
import { createGuardedClient } from "./outgoing/guarded-client";
import { createTxtResolver } from "./outgoing/txt-resolver";
import { createIds } from "./records/ids";
import { addToBlocks } from "./search/add-to-blocks";
import { openVault } from "./secrets/installation-key";
import { installationSecret } from "./secrets/installation-secret";
import { createSigner } from "./secrets/signer";
import { bootstrap } from "./startup/bootstrap";
import { runProgram } from "./startup/run-program";
import type { Service, ServiceOptions } from "./startup/service";
import { migrate, newestMigration } from "./storage/migrate";
import { createMetrics } from "./telemetry/metrics";
import { createVisitorApp } from "./visitors/app";
import { startFeed } from "./webhooks/feed/feed";
import { sealPlainSecrets } from "./webhooks/secrets/seal-secrets";
import { createOutlet } from "./webhooks/sending/outlet";
import { probeReceiver, sendDeliveries } from "./webhooks/sending/send-deliveries";

export const handlers: Handlers = {
  ...accounts,
  ...apiKeys,
  ...assets,
  ...audiences,
  ...brands,
  ...domains,
  ...events,
  ...formSubmissions,
  ...forms,
  ...messages,
  ...pageLinks,
  ...pages,
  ...persons,
  ...previews,
  ...questions,
  ...search,
  ...sessions,
  ...jobs,
  ...settings,
  ...stats,
  ...timeline,
  ...topics,
  ...versions,
  ...webhookSubscriptions,
  ...webhookDeliveries,
};

const namedJobKinds: readonly NamedJobKind<never>[] = [
  addToBlocks,
  buildVersions,
  buildVersionsInBulk,
  cancelBatchVersions,
  changeOtherPagesWithForm,
  computeVisits,
  embedPassages,
  endVisits,
  finishErasures,
  indexAudiencesOfOwner,
  keepVectors,
  purgeTrash,
  removeFile,
  removeOldAnswers,
  removeOldEvents,
  removeUnusedSharedParts,
  removeUsedTokens,
  renderAgain,
  walkVersionBatch,
  sendDeliveries,
  probeReceiver,
  recoverDeliveries,
  removeOldDeliveries,
];
export const jobKinds = kindsByName(namedJobKinds);
export const jobTypes = namedJobKinds.map(({ type }) => type);

const minuteMs = 60_000;
const hourMs = 3_600_000;

export const recurringJobs: readonly Recurring[] = [
  { name: "remove_old_events", everyMs: minuteMs, job: removeOldEventsJob },
  { name: "remove_old_answers", everyMs: minuteMs, job: removeOldAnswersJob },
  { name: "finish_erasures", everyMs: minuteMs, job: finishErasuresJob },
  { name: "purge_trash", everyMs: hourMs, job: purgeTrashJob },
  { name: "remove_unused_parts", everyMs: hourMs, job: removeUnusedPartsJob },
  { name: "remove_used_tokens", everyMs: hourMs, job: removeUsedTokensJob },
  { name: "keep_vectors", everyMs: minuteMs, job: keepVectorsJob },
  { name: "end_visits", everyMs: minuteMs, job: endVisitsJob },
  { name: "render_again", everyMs: minuteMs, job: renderAgainJob },
  { name: "remove_old_deliveries", everyMs: minuteMs, job: removeOldDeliveriesJob },
];

/** Less than the time that a stop may take. */
const jobsDrainMs = 6_000;

/** The whole service without its listeners. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { db, files, log, clock, rateLimit, trustedProxies = [], maxUploadBytes, publicUrl, pagesUrl, apiKey } = options;
  const { resolveTxt = createTxtResolver(), runsJobs = true, keptVersions = defaultKeptVersions } = options;
  const { monotonic = () => performance.now() } = options;
  await migrate(db, (step) => {
    log.info("migrating the database", { step, of: newestMigration });
    // A long statement of SQLite leaves no time for it.
    log.flush();
  });
  const newId = createIds(clock);
  const firstKey = await bootstrap({ db, now: clock(), newId, givenKey: apiKey });
  const previews = createPreviews(files.scratch);
  const signer = createSigner(await installationSecret(db));
  const vault = await openVault(db, options);
  await checkStore(db, files.mark);
  await sealPlainSecrets(db, vault);
  const { outgoingRules: rules, resolveHost, webhookCa: ca } = options;
  const client = createGuardedClient({ rules, ...(resolveHost && { resolveHost }), ...(ca !== undefined && { ca }) });
  const outlet = createOutlet(client);
  const limits = { requestsPerSecond: rateLimit, uploadBytes: maxUploadBytes };
  const modelCalls = options.model && new ModelCalls(log, monotonic);
  const site: Site = {
    publicUrl,
    pagesUrl,
    signer,
    keptVersions,
    resolveTxt,
    files,
    previews,
    vault,
    outlet,
    indexes: new IndexCache(),
    limits,
    writer: options.model && modelCalls && new AnswerWriter(options.model, modelCalls, monotonic),
    embedder:
      options.model?.embeddingModel !== undefined && modelCalls
        ? new Embedder(options.model, options.model.embeddingModel, modelCalls)
        : undefined,
  };
  const eventLoop = watchEventLoop();
  const clientAddress = createClientAddress(trustedProxies);
  const tenantSettings = createSettingsCache(db);
  const metrics = createMetrics();
  let accepting = true;
  const visitors = createVisitorApp({
    db,
    site,
    log,
    clock,
    monotonic,
    clientAddress,
    settings: tenantSettings,
    newId,
    accepting: () => accepting,
    ...(options.pageCacheBytes !== undefined && { cacheBytes: options.pageCacheBytes }),
  });
  const app = createApp({
    db,
    handlers,
    clock,
    monotonic,
    newId,
    log,
    rateLimit,
    clientAddress,
    maxUploadBytes,
    site,
    metrics,
    jobGauges: createJobGauges(db, jobTypes),
    pageGauges: visitors.gauges,
    visitorMetrics: visitors.metrics,
    webhookGauges: outlet.gauges,
    eventLoopGauges: eventLoop.gauges,
    answerGauges: () => ({ ...site.indexes.gauges(), ...modelCalls?.gauges() }),
    accepting: () => accepting,
  });
  const jobs = runsJobs ? createJobRunner({ db, log, clock, newId, site, kinds: jobKinds, recurring: recurringJobs }) : undefined;
  const feed = runsJobs ? startFeed({ db, log, clock, newId, site }) : undefined;
  let drained: Promise<void> | undefined;
  return {
    app,
    visitors,
    firstKey,
    drain() {
      accepting = false;
      app.endStreams();
      site.writer?.stop();
      site.embedder?.stop();
      drained ??= jobs?.drain(jobsDrainMs);
    },
    async close() {
      await Promise.all([(drained ??= jobs?.drain(jobsDrainMs)), feed?.stop()]);
      client.close();
      visitors.close();
      tenantSettings.close();
      previews.close();
      eventLoop.close();
      await db.close();
    },
  };
}

if (import.meta.main) await runProgram(startService);
