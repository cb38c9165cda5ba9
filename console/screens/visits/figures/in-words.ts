import type * as z from "zod";
import type { statIntervals } from "../../../../contract/visits/stats";
import type { Bar } from "../../../parts/bar-chart";
import { formatted, numbersLanguage } from "../../../parts/time";

export type StatInterval = z.output<typeof statIntervals>;

/** Figures that a chart can show. */
export const figureNames = {
  visits: { one: "visit", many: "visits" },
  conversions: { one: "conversion", many: "conversions" },
  forms: { one: "form sent", many: "forms sent" },
  questions: { one: "question", many: "questions" },
  bounces: { one: "bounce", many: "bounces" },
} as const;
export type Figure = keyof typeof figureNames;

const formats: Record<StatInterval, Intl.DateTimeFormat> = {
  hour: new Intl.DateTimeFormat(numbersLanguage, { dateStyle: "medium", timeStyle: "short" }),
  day: new Intl.DateTimeFormat(numbersLanguage, { dateStyle: "medium" }),
  week: new Intl.DateTimeFormat(numbersLanguage, { dateStyle: "medium" }),
  month: new Intl.DateTimeFormat(numbersLanguage, { month: "long", year: "numeric" }),
};

/** As the browser's language writes the beginning of an interval. */
export function intervalLabel(start: string, interval: StatInterval): string {
  return formats[interval].format(Number(start));
}

/** What a chart shows, for those who read it and those who can't see it. */
export function figureSentence(bars: readonly Bar[], figure: Figure): string {
  const { one, many } = figureNames[figure];
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const [first, last] = [bars[0]?.label, bars.at(-1)?.label];
  if (total === 0) return `No ${many} from ${first} to ${last}.`;
  const best = bars.reduce((most, bar) => (bar.value > most.value ? bar : most));
  const counted = `${formatted(total)} ${total === 1 ? one : many}`;
  return `${counted} from ${first} to ${last}; the most, ${formatted(best.value)}, on ${best.label}.`;
}
