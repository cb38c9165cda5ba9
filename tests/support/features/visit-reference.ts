import type { VisitEventRow } from "../../../server/visits/visit-events";

/** What docs/visits.md says a session is, computed in the plainest way: time is counted millisecond by millisecond. */
export function referenceFigures(rows: readonly VisitEventRow[]) {
  const beginning: Record<string, number> = {};
  for (const row of rows) {
    const begun = row.received_at - row.sent_ms;
    if (beginning[row.load_key] === undefined || begun < (beginning[row.load_key] as number)) beginning[row.load_key] = begun;
  }
  const momentOf = (row: VisitEventRow) => (beginning[row.load_key] as number) + row.at_ms;
  const living = rows.some(({ type }) => type !== "signal") ? rows.filter(({ type }) => type !== "signal") : rows;
  const received = living.map(({ received_at }) => received_at).sort((one, other) => one - other);
  const startedAt = received[0] as number;
  let lastSeenAt = startedAt;
  for (const moment of new Set(received)) {
    if (moment < lastSeenAt + 1_800_000) lastSeenAt = moment;
    else {
      for (const row of living.filter(({ received_at }) => received_at === moment)) {
        const happened = row.type === "time" ? (beginning[row.load_key] as number) + JSON.parse(row.data).to : momentOf(row);
        lastSeenAt = Math.min(moment, Math.max(lastSeenAt, happened));
      }
    }
  }
  if (lastSeenAt > startedAt + 86_400_000) lastSeenAt = startedAt + 86_400_000;

  const looked = new Set<number>();
  let depth = 0;
  let clicks = 0;
  let actions = 0;
  let questions = 0;
  let isMeasured = false;
  let isAutomated = false;
  let isTyped = false;
  let isTooSoon = false;
  const signals: string[] = [];
  let isWritten = false;
  const forms: { at: number; load: string; id: string }[] = [];
  const starts: { at: number; load: string; seq: number; utm: object }[] = [];
  const interactions: { at: number; order: [number, string, number]; componentId: string }[] = [];
  for (const row of rows) {
    const data = JSON.parse(row.data);
    const at = momentOf(row);
    const shown = at < startedAt ? startedAt : at > lastSeenAt ? lastSeenAt : at;
    const order: [number, string, number] = [at, row.load_key, row.seq];
    if (!["view", "signal", "question", "form"].includes(row.type)) isMeasured = true;
    if (row.type === "start") {
      if (data.isAutomated) isAutomated = true;
      starts.push({ at, load: row.load_key, seq: row.seq, utm: data.utm });
    }
    if (row.type === "view") starts.push({ at, load: row.load_key, seq: row.seq, utm: data.utm ?? {} });
    if (row.type === "time") {
      const end = (beginning[row.load_key] as number) + data.to;
      for (let moment = at; moment < end; moment += 1) {
        if (moment >= startedAt && moment < lastSeenAt) looked.add(moment);
      }
    }
    if (row.type === "depth" && data.percentage > depth) depth = data.percentage;
    if (row.type === "click") {
      clicks += 1;
      if (data.actionId !== null) actions += 1;
      interactions.push({ at: shown, order, componentId: data.componentId });
    }
    if (row.type === "input" && row.at_ms < 500) isTooSoon = true;
    if (row.type === "typed") isTyped = true;
    if (row.type === "signal") signals.push(data.signal);
    if (row.type === "question") {
      questions += 1;
      interactions.push({ at: shown, order, componentId: data.questionId });
    }
    if (row.type === "form") {
      if (!data.isPrefilled) isWritten = true;
      forms.push({ at, load: row.load_key, id: data.submissionId });
      interactions.push({ at: shown, order, componentId: data.submissionId });
    }
  }
  const seconds = isMeasured ? looked.size / 1_000 : null;
  const earlier = (one: readonly (string | number)[], other: readonly (string | number)[]): number => {
    for (const [index, value] of one.entries()) {
      if (value !== other[index]) return value < (other[index] as string | number) ? -1 : 1;
    }
    return 0;
  };
  forms.sort((one, other) => earlier([one.at, one.load], [other.at, other.load]));
  starts.sort((one, other) => earlier([one.at, one.load, one.seq], [other.at, other.load, other.seq]));
  interactions.sort((one, other) => earlier(one.order, other.order));
  const has = (signal: string) => signals.includes(signal);
  return {
    startedAt,
    lastSeenAt,
    timeSpentSeconds: seconds,
    maxScrollDepthPercentage: isMeasured ? depth : null,
    totalClicksCount: clicks,
    questionsAskedCount: questions,
    formSubmissionIds: forms.map(({ id }) => id),
    hasFormSubmit: forms.length > 0,
    hasConversion: forms.length > 0 || actions > 0,
    isBounce: clicks === 0 && questions === 0 && forms.length === 0 && (seconds === null || seconds < 10),
    utm: starts.map(({ utm }) => utm).find((utm) => Object.keys(utm).length > 0) ?? {},
    kind: kind(),
    interactions: interactions.map(({ at, componentId }) => ({ at, componentId })),
  };

  function kind(): string {
    if (has("internal_network")) return "internal";
    if (isWritten || questions > 0 || isTyped) return "person";
    if (has("agent_is_bot") || isAutomated || has("no_fetch_metadata") || has("head_request")) return "bot";
    if (has("decoy_link") || has("many_persons_pages") || isTooSoon) return "scanner";
    return has("prefetch_header") && looked.size === 0 ? "prefetch" : "person";
  }
}
