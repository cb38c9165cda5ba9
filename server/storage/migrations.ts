import type { Dialect } from "./dialects";
import { answerPieces } from "./migrations/answer-pieces";
import { assetSearch } from "./migrations/asset-search";
import { contentChanges } from "./migrations/content-changes";
import { deliveredPositions } from "./migrations/delivered-positions";
import { erasure } from "./migrations/erasure";
import { eventOrder } from "./migrations/event-order";
import { eventStreams } from "./migrations/event-streams";
import { failedJobs } from "./migrations/failed-jobs";
import { firstPlans } from "./migrations/first-plans";
import { firstResources } from "./migrations/first-resources";
import { formFiles } from "./migrations/form-files";
import { jobLanes } from "./migrations/job-lanes";
import { keptCounts } from "./migrations/kept-counts";
import { largeRows } from "./migrations/large-rows";
import { leads } from "./migrations/leads";
import { lightImages } from "./migrations/light-images";
import { linkPages } from "./migrations/link-pages";
import { livePages } from "./migrations/live-pages";
import { longAnswers } from "./migrations/long-answers";
import { modelTokens } from "./migrations/model-tokens";
import { pageLooks } from "./migrations/page-looks";
import { pagesAndAudiences } from "./migrations/pages-and-audiences";
import { pagesAndAudiencesPlans } from "./migrations/pages-and-audiences-plans";
import { passageVectors } from "./migrations/passage-vectors";
import { questionEntries } from "./migrations/question-entries";
import { questionOptions } from "./migrations/question-options";
import { questions } from "./migrations/questions";
import { renderedPages } from "./migrations/rendered-pages";
import { rollupRows } from "./migrations/rollup-rows";
import { search } from "./migrations/search";
import { searchTermRows } from "./migrations/search-term-rows";
import { sessionRollups } from "./migrations/session-rollups";
import { sharedChanges } from "./migrations/shared-changes";
import { sharedParts } from "./migrations/shared-parts";
import { sharedPieces } from "./migrations/shared-pieces";
import { tenantStatistics } from "./migrations/tenant-statistics";
import { timelineOrder } from "./migrations/timeline-order";
import { topicSizes } from "./migrations/topic-sizes";
import { visits } from "./migrations/visits";
import { visitsOncePersons } from "./migrations/visits-once-persons";
import { waitingEvents } from "./migrations/waiting-events";
import { webhooks } from "./migrations/webhooks";

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
];
