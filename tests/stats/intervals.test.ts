import { describe, expect, spyOn, test } from "bun:test";
import { getStats } from "../../contract/visits/stats";
import { boundaries } from "../../server/features/stats/intervals";

const dayMs = 86_400_000;

describe("intervals of a time zone", () => {
  const local = (zone: string, moment: number) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(moment);

  test("follow each other from midnight to midnight over changes of the clock", () => {
    for (const zone of ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Chatham", "Australia/Lord_Howe"]) {
      const days = boundaries("day", zone, Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1), 1_000) as number[];
      expect(days.length).toBeGreaterThanOrEqual(366);
      for (const start of days) expect(local(zone, start)).toEndWith("00:00");
      const months = boundaries("month", zone, Date.UTC(2026, 0, 15), Date.UTC(2026, 11, 15), 100) as number[];
      for (const start of months) expect(local(zone, start)).toEndWith("-01 00:00");
    }
  });

  test("begin when the clock was set forward over midnight", () => {
    const days = boundaries("day", "Africa/Cairo", Date.UTC(2026, 3, 22), Date.UTC(2026, 3, 26), 100) as number[];
    expect(days.map((start) => local("Africa/Cairo", start).slice(0, 10))).toEqual([
      ...new Set(days.map((start) => local("Africa/Cairo", start).slice(0, 10))),
    ]);
    expect(days.some((start) => local("Africa/Cairo", start).endsWith("01:00"))).toBe(true);
  });

  test("of an hour begin at full hours, also where clocks are set by half an hour", () => {
    const zone = "Australia/Lord_Howe";
    for (const change of ["2026-04-04T15:00Z", "2026-10-03T15:30Z"].map(Date.parse)) {
      for (const from of [change - 5_400_000, change - 600_000, change, change + 600_000, change + 3_000_000]) {
        const hours = boundaries("hour", zone, from, change + dayMs, 100) as number[];
        expect(hours[0]).toBeLessThanOrEqual(from);
        expect(hours[1]).toBeGreaterThan(from);
        for (const start of hours) expect(start === change || local(zone, start).endsWith(":00")).toBe(true);
        expect(new Set(hours.map((start) => local(zone, start).slice(0, 13))).size).toBe(hours.length);
      }
    }
  });

  test("begin before the time that is asked for, also where clocks showed 1969", () => {
    for (const interval of ["hour", "day", "week", "month"] as const) {
      const [start, end] = boundaries(interval, "America/New_York", 1_800_000, 1_800_001, 100) as [number, number];
      expect([interval, start <= 1_800_000, end > 1_800_000]).toEqual([interval, true, true]);
    }
  });

  test("of a week begin on Monday", () => {
    const weeks = boundaries("week", "Europe/Berlin", Date.UTC(2026, 9, 1), Date.UTC(2026, 10, 15), 100) as number[];
    for (const start of weeks) expect(new Date(start + dayMs / 2).getUTCDay()).toBe(1);
  });
});

test("a time zone is looked up once, and a name that is none is refused each time", () => {
  const lookedUp = spyOn(Intl, "DateTimeFormat");
  try {
    const isValid = (timezone: string) => getStats.query?.safeParse({ timezone }).success;
    expect([1, 2, 3].map(() => isValid("Antarctica/Troll"))).toEqual([true, true, true]);
    expect(lookedUp).toHaveBeenCalledTimes(1);
    expect(["Antarctica/Nowhere", "Antarctica/Nowhere", "+01:00", "+01:00"].map(isValid)).toEqual([false, false, false, false]);
  } finally {
    lookedUp.mockRestore();
  }
});
