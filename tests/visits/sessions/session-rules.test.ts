import { expect, test } from "bun:test";
import { inRuns, lengthOf } from "../../../server/visits/event-runs";
import { figuresOf } from "../../../server/visits/session-rules";
import type { VisitEventRow, VisitEventType, VisitSignal } from "../../../server/visits/visit-events";
import { referenceFigures } from "../../support/features/visit-reference";

const dayMs = 86_400_000;
const visits = process.env.VISITS === "long" ? 10_000 : 500;

test(`${visits} random visits have exactly the figures of a plain reference, in whatever order their events come`, () => {
  const kinds = new Set<string>();
  let longest = 0;
  for (let seed = 1; seed <= visits; seed += 1) {
    const events = randomVisit(seed);
    const figures = figuresOf(events);
    expect([seed, figures]).toEqual([seed, referenceFigures(events) as never]);
    expect(figuresOf(events.toReversed())).toEqual(figures);
    longest += Number(figures.lastSeenAt - figures.startedAt === dayMs);
    kinds.add(figures.kind);
  }
  expect([...kinds].sort()).toEqual(["bot", "internal", "person", "prefetch", "scanner"]);
  expect(longest).toBeGreaterThan(0);
});

test(`${visits} random visits have the same figures from rows of several events, also of events that were sent more than once`, () => {
  let several = 0;
  for (let seed = 1; seed <= visits; seed += 1) {
    const events = randomVisit(seed).sort((one, other) =>
      one.load_key < other.load_key ? -1 : one.load_key > other.load_key ? 1 : one.seq - other.seq,
    );
    const rows = inRuns(events);
    expect(rows.reduce((count, row) => count + lengthOf(row), 0)).toBe(events.length);
    several += events.length - rows.length;
    const latest = Math.max(...events.map(({ received_at }) => received_at));
    const later = [1, 2].flatMap((times) =>
      inRuns(
        events.map((event) => ({ ...event, sent_ms: event.sent_ms + 86_400_000, received_at: latest + times })).slice(times),
      ),
    );
    const figures = figuresOf(events);
    expect([seed, figuresOf([...later, ...rows])]).toEqual([seed, figures]);
    expect([seed, figuresOf([...rows, ...later])]).toEqual([seed, figures]);
  }
  expect(several).toBeGreaterThan(visits);
});

/** Tabs that overlap, batches that arrive late and in any order, clocks that lie, and now and then a form or a signal. */
function randomVisit(seed: number): VisitEventRow[] {
  let state = seed * 2_654_435_761;
  const below = (limit: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor(((state ^ (state >>> 13)) >>> 0) % limit);
  };
  const isLikely = (percent: number) => below(100) < percent;
  const begin = 1_794_000_000_000 + below(1_000_000);
  const rows: VisitEventRow[] = [];
  const add = (load: string, seq: number, type: VisitEventType, at: number, sent: number, received: number, data: object) =>
    rows.push({
      ...{ visit_key: "visit", load_key: load, seq, type, at_ms: at, sent_ms: sent, received_at: received },
      data: JSON.stringify(data),
    });
  for (let tab = isLikely(5) ? 3 : below(3); tab > 0; tab -= 1) {
    const load = `load${tab}`;
    const opened = begin + below(20_000);
    let seq = 0;
    let clock = 0;
    for (let batch = 1 + below(4); batch > 0; batch -= 1) {
      const from = clock;
      clock += below(9_000);
      const sent = isLikely(5) ? clock + 3_600_000 : clock;
      const late = isLikely(10) ? below(60_000) : isLikely(6) ? below(4 * 3_600_000) : 0;
      const received = opened + clock + below(400) + late;
      const at = () => from + below(clock - from + 1);
      if (seq === 0) {
        const utm = isLikely(40) ? { source: `source${below(3)}` } : {};
        add(load, seq++, "start", 0, sent, received, { utm, isAutomated: isLikely(4) });
      }
      for (let interval = below(3); interval > 0; interval -= 1) {
        const start = at();
        add(load, seq++, "time", start, sent, received, { to: start + below(clock - start + 1) });
      }
      if (isLikely(50)) add(load, seq++, "depth", at(), sent, received, { percentage: below(101) });
      if (isLikely(10)) add(load, seq++, "input", at(), sent, received, {});
      if (isLikely(4)) add(load, seq++, "typed", at(), sent, received, {});
      if (isLikely(30)) add(load, seq++, "end", clock, sent, received, {});
      if (isLikely(30)) {
        const actionId = isLikely(30) ? "book" : null;
        add(load, seq++, "click", at(), sent, received, {
          componentId: `part${below(9)}`,
          label: `label ${below(3)}`,
          context: `context ${below(3)}`,
          actionId,
        });
      }
    }
  }
  // Somebody who opens the page again and again, for longer than a visit goes on.
  if (isLikely(2)) for (let view = 0; view < 60; view += 1) add(`view of ${view}`, 0, "view", 0, 0, begin + view * 1_600_000, {});
  if (rows.length === 0 || isLikely(5)) {
    add("view", 0, "view", 0, 0, begin + below(30_000), isLikely(50) ? { utm: { source: "paper" } } : {});
    if (isLikely(50)) add("view 2", 0, "view", 0, 0, begin + below(2 * 3_600_000), { utm: { source: "later" } });
  }
  const note = (type: VisitEventType, key: string, data: object) => add(key, 0, type, 0, 0, begin + below(40_000), data);
  if (isLikely(8)) note("question", `question_${below(5)}`, { questionId: `question_${seed}` });
  if (isLikely(8)) note("form", "submission_1", { submissionId: "submission_1" });
  if (isLikely(6)) note("form", "submission_2", { submissionId: "submission_2", isPrefilled: true });
  const signals: VisitSignal[] = [
    ...(["agent_is_bot", "no_fetch_metadata", "head_request", "prefetch_header"] as const),
    ...(["decoy_link", "many_persons_pages", "internal_network"] as const),
  ];
  for (const signal of signals) if (isLikely(4)) note("signal", `signal ${signal}`, { signal });
  return rows.sort(() => below(3) - 1);
}
