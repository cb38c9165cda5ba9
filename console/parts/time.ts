/** Written right to left; between English words, the parts of a date would stand in an order that nobody reads. */
const rightToLeft = ["Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm"];

/** The language of numbers and dates: the browser's, or the English of its region. */
export const numbersLanguage = languageOfNumbers(new Intl.DateTimeFormat().resolvedOptions().locale);

function languageOfNumbers(locale: string): string {
  const { script = "", region } = new Intl.Locale(locale).maximize();
  return rightToLeft.includes(script) ? `en-${region}` : locale;
}

const dateAndTime = new Intl.DateTimeFormat(numbersLanguage, { dateStyle: "medium", timeStyle: "short" });
/** The console has one language, whose words stand around these. Numbers and dates are written as the browser's language has it. */
const language = "en";
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const numbers = new Intl.NumberFormat(numbersLanguage);

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** As the browser's language writes it. */
export function fullTime(timestamp: string): string {
  return dateAndTime.format(Number(timestamp));
}

/** "3 hours ago", "in 2 days". */
export function inTime(timestamp: string): string {
  const distance = Number(timestamp) - Date.now();
  const [unit, milliseconds] = units.find(([, size]) => Math.abs(distance) >= size) ?? ["second", 1_000];
  return withBrowsersNumbers(relative.formatToParts(Math.round(distance / milliseconds), unit));
}

export function formatted(count: number): string {
  return numbers.format(count);
}

const percents = new Intl.NumberFormat(numbersLanguage, { style: "percent", maximumFractionDigits: 0 });

export function percentage(hundredths: number): string {
  return percents.format(hundredths / 100);
}

/** "42 sec", "12 min", "3 hr". */
export function duration(seconds: number): string {
  const [unit, size] =
    seconds < 120 ? (["second", 1] as const) : seconds < 7_200 ? (["minute", 60] as const) : (["hour", 3_600] as const);
  const format = new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 0, useGrouping: false });
  return withBrowsersNumbers(format.formatToParts(seconds / size));
}

function withBrowsersNumbers(parts: readonly { type: string; value: string }[]): string {
  return parts.map(({ type, value }) => (type === "integer" ? formatted(Number(value)) : value)).join("");
}
