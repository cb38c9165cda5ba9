import type { Dialect } from "./dialects";
import { answerPieces } from "./migrations/answers/answer-pieces";
import { longAnswers } from "./migrations/answers/long-answers";
import { modelTokens } from "./migrations/answers/model-tokens";
import { passageVectors } from "./migrations/answers/passage-vectors";
import { questionEntries } from "./migrations/answers/question-entries";
import { questionOptions } from "./migrations/answers/question-options";
import { questionOrders } from "./migrations/answers/question-orders";
import { questions } from "./migrations/answers/questions";
import { questionsOfAudiences } from "./migrations/answers/questions-of-audiences";
import { topicSizes } from "./migrations/answers/topic-sizes";
import { erasure } from "./migrations/erasure";
import { contentChanges } from "./migrations/events/content-changes";
import { deliveredPositions } from "./migrations/events/delivered-positions";
import { eventOrder } from "./migrations/events/event-order";
import { eventStreams } from "./migrations/events/event-streams";
import { formerSecrets } from "./migrations/events/former-secrets";
import { sharedChanges } from "./migrations/events/shared-changes";
import { webhooks } from "./migrations/events/webhooks";
import { firstPlans } from "./migrations/first-plans";
import { firstResources } from "./migrations/first-resources";
import { failedJobs } from "./migrations/jobs/failed-jobs";
import { jobLanes } from "./migrations/jobs/job-lanes";
import { keptCounts } from "./migrations/kept-counts";
import { largeRows } from "./migrations/large-rows";
import { cancelledBatches } from "./migrations/pages/cancelled-batches";
import { formerPersons } from "./migrations/pages/former-persons";
import { formsOfAudiences } from "./migrations/pages/forms-of-audiences";
import { lightImages } from "./migrations/pages/light-images";
import { linkPages } from "./migrations/pages/link-pages";
import { liveOrder } from "./migrations/pages/live-order";
import { livePages } from "./migrations/pages/live-pages";
import { pageLooks } from "./migrations/pages/page-looks";
import { pagesAndAudiences } from "./migrations/pages/pages-and-audiences";
import { pagesAndAudiencesPlans } from "./migrations/pages/pages-and-audiences-plans";
import { renderedPages } from "./migrations/pages/rendered-pages";
import { sharedParts } from "./migrations/pages/shared-parts";
import { sharedPieces } from "./migrations/pages/shared-pieces";
import { assetSearch } from "./migrations/search/asset-search";
import { ownRows } from "./migrations/search/own-rows";
import { search } from "./migrations/search/search";
import { searchTermRows } from "./migrations/search/search-term-rows";
import { searchTermStorage } from "./migrations/search/search-term-storage";
import { shortTenantIds } from "./migrations/short-tenant-ids";
import { tenantStatistics } from "./migrations/tenant-statistics";
import { formFiles } from "./migrations/visits/form-files";
import { leads } from "./migrations/visits/leads";
import { phonesOfForms } from "./migrations/visits/phones-of-forms";
import { prefilledForms } from "./migrations/visits/prefilled-forms";
import { rollupRows } from "./migrations/visits/rollup-rows";
import { sessionLists } from "./migrations/visits/session-lists";
import { sessionRollups } from "./migrations/visits/session-rollups";
import { timelineOrder } from "./migrations/visits/timeline-order";
import { unnamedForms } from "./migrations/visits/unnamed-forms";
import { visits } from "./migrations/visits/visits";
import { visitsByAge } from "./migrations/visits/visits-by-age";
import { visitsOncePersons } from "./migrations/visits/visits-once-persons";
import { waitingEvents } from "./migrations/visits/waiting-events";

/** Numbered by position, forward only: a landed one is never changed, a change is a new one at the end. */
export const migrations: readonly ((dialect: Dialect) => string[])[] = [
  firstResources,
  firstPlans,
  pagesAndAudiences,
  pagesAndAudiencesPlans,
  renderedPages,
  sharedPieces,
  sharedParts,
  topicSizes,
  erasure,
  jobLanes,
  search,
  keptCounts,
  visits,
  sessionRollups,
  leads,
  webhooks,
  pageLooks,
  questions,
  contentChanges,
  modelTokens,
  assetSearch,
  largeRows,
  linkPages,
  passageVectors,
  eventOrder,
  longAnswers,
  formFiles,
  failedJobs,
  timelineOrder,
  deliveredPositions,
  eventStreams,
  tenantStatistics,
  rollupRows,
  sharedChanges,
  answerPieces,
  waitingEvents,
  questionOptions,
  searchTermRows,
  lightImages,
  questionEntries,
  visitsOncePersons,
  livePages,
  searchTermStorage,
  cancelledBatches,
  ownRows,
  formerSecrets,
  questionsOfAudiences,
  formsOfAudiences,
  sessionLists,
  questionOrders,
  unnamedForms,
  formerPersons,
  shortTenantIds,
  liveOrder,
  phonesOfForms,
  visitsByAge,
  prefilledForms,
];
