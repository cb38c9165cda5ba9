import * as z from "zod";
import type { SentTo } from "../../../../client";
import { toTimestamp } from "../../../../contract/timestamps";
import { machineKinds } from "../../../parts/visits/kind-words";

export type VisitQuery = NonNullable<SentTo<"listTenantSessions">["query"]>;

/** A day as a date input writes it. Before the year 2000 nobody visited, but a year that is being typed may look like it. */
const day = z.iso.date().regex(/^2/);
const yesOrNo = z.enum(["true", "false"]);
const words = z.string().min(1).max(500);

/** The filters that are folded away, by their names in the address. */
const moreFilters = {
  from: day,
  to: day,
  accountId: z.string(),
  personId: z.string(),
  audienceId: z.string(),
  hasConversion: yesOrNo,
  hasFormSubmit: yesOrNo,
  isBounce: yesOrNo,
  utmSource: words,
  utmCampaign: words,
};

export const filterSchema = z.object({
  kind: z.enum(["machines", ...machineKinds]),
  active: z.literal("true"),
  pageId: z.string(),
  ...moreFilters,
  visit: z.string(),
  began: z.string().regex(/^\+?\d+$/),
});
export type VisitFilters = Partial<z.output<typeof filterSchema>>;
export type ChangeFilters = (changes: { [Name in keyof VisitFilters]: VisitFilters[Name] | undefined }) => unknown;

/** What takes all filters away; a visit that is open stays open. */
export const noFilters = Object.fromEntries(
  ["kind", "active", "pageId", ...Object.keys(moreFilters)].map((name) => [name, undefined]),
) as Parameters<ChangeFilters>[0];

export function isDay(text: string): boolean {
  return day.safeParse(text).success;
}

export function isOutOfOrder({ from, to }: VisitFilters): boolean {
  return from !== undefined && to !== undefined && to < from;
}

/** How many of the folded filters are set. */
export function countMore(filters: VisitFilters): number {
  return Object.keys(moreFilters).filter((name) => name in filters).length;
}

/** What is asked of the API for the filters, but for the kind. */
export function queryOf(filters: VisitFilters): VisitQuery {
  const { active, from, to, pageId, audienceId, hasConversion, hasFormSubmit, isBounce, ...asGiven } = filters;
  const { accountId, personId, utmSource, utmCampaign } = asGiven;
  const given = {
    pageId,
    audienceId,
    personId,
    accountId,
    utmSource,
    utmCampaign,
    active: active && true,
    from: from && toTimestamp(beginOf(from)),
    // The last day counts whole. If it is before the first, no moment is in between.
    to: to && toTimestamp(isOutOfOrder(filters) ? beginOf(from as string) : beginOf(to, 1)),
    hasConversion: hasConversion && hasConversion === "true",
    hasFormSubmit: hasFormSubmit && hasFormSubmit === "true",
    isBounce: isBounce && isBounce === "true",
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** When a day begins in the browser's time zone, or one so many days later: not every day has 24 hours. */
function beginOf(text: string, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = text.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}
