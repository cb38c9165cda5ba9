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
  let isPrefilled = false;
  const forms: { at: number; load: string; id: string }[] = [];
  const starts: { at: number; load: string; seq: number; utm: object }[] = [];
  const interactions: {
    order: [number, string, number];
    interaction: { at: number; componentId: string; componentContext: string; label: string };
  }[] = [];
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
      const { componentId, context, label } = data;
      interactions.push({ order, interaction: { at: shown, componentId, componentContext: context, label } });
    }
    if (row.type === "input" && row.at_ms < 500) isTooSoon = true;
    if (row.type === "typed") isTyped = true;
    if (row.type === "signal") signals.push(data.signal);
    if (row.type === "question") {
      questions += 1;
      interactions.push({
        order,
        interaction: { at: shown, componentId: data.questionId, componentContext: "question", label: "" },
      });
    }
    if (row.type === "form") {
      if (data.isPrefilled) isPrefilled = true;
      else isWritten = true;
      forms.push({ at, load: row.load_key, id: data.submissionId });
      interactions.push({
        order,
        interaction: { at: shown, componentId: data.submissionId, componentContext: "form", label: "" },
      });
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
    ...verdict(),
    interactions: interactions.map(({ interaction }) => interaction),
  };

  function verdict(): { kind: string; kindReasons: string[] } {
    const internal = has("internal_network") ? ["internal_network"] : [];
    const proofs = [isWritten ? "form_sent" : "", questions > 0 ? "question_asked" : "", isTyped ? "text_typed" : ""];
    const bot = [
      has("agent_is_bot") ? "agent_is_bot" : "",
      isAutomated ? "webdriver" : "",
      has("no_fetch_metadata") ? "no_fetch_metadata" : "",
      has("head_request") ? "head_request" : "",
    ];
    const scanner = [
      has("decoy_link") ? "decoy_link" : "",
      has("many_persons_pages") ? "many_persons_pages" : "",
      isTooSoon ? "input_too_soon" : "",
    ];
    const prefetch = has("prefetch_header") && looked.size === 0 ? ["prefetch_header"] : [];
    const prefilled = isPrefilled ? ["prefilled_form_sent"] : [];
    const said = (reasons: string[]) => reasons.filter((reason) => reason !== "");
    if (internal.length > 0) return { kind: "internal", kindReasons: internal };
    if (said(proofs).length > 0) return { kind: "person", kindReasons: [...said(proofs), ...prefilled] };
    if (said(bot).length > 0) return { kind: "bot", kindReasons: said(bot) };
    if (said(scanner).length > 0) return { kind: "scanner", kindReasons: said(scanner) };
    if (prefetch.length > 0) return { kind: "prefetch", kindReasons: prefetch };
    return { kind: "person", kindReasons: isPrefilled ? prefilled : ["no_sign_of_a_machine"] };
  }
}
