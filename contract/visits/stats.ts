import * as z from "zod";
import { count, identifier, isInOrder, outOfOrder, timestamp, timestampInQuery } from "../fields";
import { lazy, type Made } from "../lazy";
import { operation } from "../operation";
import { cappedCount, envelope, paging } from "../paging";
import { timeZone } from "../time-zone";
import { visitKind } from "./visit-kinds";

export const statIntervals = z.enum(["hour", "day", "week", "month"]);
export const statGroups = z.enum([
  "page",
  "audience",
  "account",
  "version",
  "utmCampaign",
  "utmContent",
  "utmMedium",
  "utmSource",
  "utmTerm",
  "kind",
]);

export const defaultStatDays = 30;
export const maxStatDays = 1_100;
export const maxStatIntervals = 1_000;
/** Those with the most visits. */
export const maxShownGroups = 100;
/** Of all groups together. */
export const maxShownIntervals = 10_000;
export const maxCountedGroups = 20_000;

const figures = lazy(() => ({
  visits: count,
  audiences: count.meta({ description: "Distinct audiences whose pages were visited" }),
  persons: count.meta({ description: "Distinct persons who declared themselves in a form" }),
  bounces: count,
  conversions: count,
  questions: count,
  forms: count.meta({ description: "Visits in which a form was sent" }),
  totalTimeSeconds: z.number().min(0),
  medianTimeSeconds: z.number().min(0).nullable().meta({ description: "Within 2%. Of visits whose time was measured" }),
  averageScrollDepthPercentage: z.number().min(0).max(100).nullable(),
}));
const statFigures = lazy(() => z.strictObject(figures()).meta({ id: "StatFigures" }));
export type StatFigures = Made<typeof statFigures>;

const statInterval = lazy(() =>
  z
    .strictObject({ start: timestamp, end: timestamp, ...figures() })
    .meta({ id: "StatInterval", description: "From `start` up to, not including, `end`" }),
);
const intervals = lazy(() =>
  z.array(statInterval()).meta({ description: "All of them in order, without gaps; empty without `interval`" }),
);

const statGroup = lazy(() =>
  z
    .strictObject({
      key: z.string().nullable().meta({ description: "An identifier or value; null for visits that have none" }),
      ...figures(),
      intervals: intervals(),
    })
    .meta({ id: "StatGroup" }),
);

export const stats = lazy(() =>
  z
    .strictObject({
      from: timestamp,
      to: timestamp,
      timezone: z.string(),
      total: statFigures(),
      intervals: intervals(),
      groups: z.array(statGroup()).meta({
        description: `The ${maxShownGroups} with the most visits, and fewer if they had more than ${maxShownIntervals} intervals together; empty without \`groupBy\``,
      }),
      groupsCount: count,
    })
    .meta({ id: "Stats" }),
);
export type Stats = Made<typeof stats>;

const query = z
  .strictObject({
    from: timestampInQuery.optional(),
    to: timestampInQuery.optional(),
    interval: statIntervals.optional(),
    timezone: timeZone.default("UTC"),
    groupBy: statGroups.optional(),
    kind: visitKind.optional().meta({ description: "Without it, visits of persons" }),
  })
  .refine(isInOrder, outOfOrder);

const meaning =
  `A visit belongs to the interval in which it started; one that still goes on counts with what is known so far. Without \`from\` and \`to\`, ` +
  `the last ${defaultStatDays} days. Both are widened to whole intervals of the time zone, or to quarters of an hour. Weeks start on Monday. ` +
  `With \`groupBy=kind\`, visits of every kind are grouped, and \`total\` is still that of \`kind\`.`;

export const getStats = operation({
  tier: "extension",
  summary: "Figures about the visits to all pages",
  description: meaning,
  method: "GET",
  path: "/v0/stats",
  access: "sessions:read",
  query,
  response: stats,
  status: 200,
  errors: ["too_many_groups", "too_many_intervals"],
});

export const getPageStats = operation({
  tier: "extension",
  summary: "Figures about the visits to a page",
  description: meaning,
  method: "GET",
  path: "/v0/pages/{page_id}/stats",
  access: "sessions:read",
  query,
  response: stats,
  status: 200,
  errors: ["not_found", "too_many_groups", "too_many_intervals"],
});

const versionResult = lazy(() =>
  z
    .strictObject({
      versionId: identifier,
      versionNumber: count,
      publishedAt: timestamp,
      ...figures(),
    })
    .meta({ id: "VersionResult" }),
);

export const listVersionResults = operation({
  tier: "extension",
  summary: "List what visits to each version of an audience came to, newest version first",
  description: "Versions that were never live are left out. Visits of persons count, each for the version that it was shown.",
  method: "GET",
  path: "/v0/pages/{page_id}/audiences/{audience_id}/version_results",
  access: "sessions:read",
  query: z.strictObject(paging),
  response: () => envelope(versionResult(), cappedCount),
  status: 200,
  errors: ["not_found", "invalid_cursor"],
});

export const batchResultDays = 90;

export const getVersionBatchResults = operation({
  tier: "extension",
  summary: "Compare visits before and after a batch of versions",
  description: `\`after\` are the visits to versions of the batch, \`before\` those to the versions that they replaced, each within ${batchResultDays} days of the batch.`,
  method: "GET",
  path: "/v0/pages/{page_id}/version_batches/{batch_id}/results",
  access: "sessions:read",
  response: () => z.strictObject({ before: statFigures(), after: statFigures() }).meta({ id: "VersionBatchResults" }),
  status: 200,
  errors: ["not_found"],
});
