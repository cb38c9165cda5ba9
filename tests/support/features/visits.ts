import type { AudienceSession } from "../../../contract";
import { endVisitsJob } from "../../../server/features/sessions";
import type { Reader } from "../../../server/storage/port";
import { sql } from "../../../server/storage/sql";
import { eventsIn, firstSeqOf } from "../../../server/visits/event-runs";
import { computeVisitsJob, gatherMs, refreshMs } from "../../../server/visits/record-events";
import type { StoredEventRow } from "../../../server/visits/visit-events";
import { publishPage } from "../browser/site";
import { wakeRunners } from "../service/jobs";
import type { TestService } from "../service/service";
import type { AudienceBody, AudienceParams, PageBody } from "./versions";
import { chromeAgent, type Visit, visit } from "./visitor";

export type SentEvent = [seq: number, letter: string, at: number, ...rest: (string | number)[]];

/** A page that can be visited, and what its tracker sends along. */
export interface VisitedPage {
  place: AudienceParams;
  path: string;
  url: string;
  token: string;
}

export async function visitedPage(
  service: TestService,
  body: Partial<PageBody> = {},
  audience: AudienceBody = {},
): Promise<VisitedPage> {
  const { place, url } = await publishPage(service, body, audience);
  const { pathname: path } = new URL(url);
  return { place, path, url, token: trackerTokenIn((await visit(service, path)).html) };
}

export function trackerTokenIn(html: string): string {
  return /data-visit="([^"]+)"/.exec(html)?.[1] ?? "";
}

/** What a tracker sends, by hand: one opening of a page in one tab. */
export class TabByHand {
  seq = 0;

  constructor(
    readonly service: Pick<TestService, "pagesOrigin">,
    readonly token: string,
    readonly visitKey = crypto.randomUUID().replaceAll("-", ""),
    readonly load = crypto.randomUUID().replaceAll("-", ""),
    readonly headers: Record<string, string> = {},
  ) {}

  event(letter: string, at: number, ...rest: (string | number)[]): SentEvent {
    return [this.seq++, letter, at, ...rest];
  }

  send(now: number, events: SentEvent[]): Promise<Visit> {
    return sendBatch(this.service, this.token, { v: this.visitKey, l: this.load, n: now, e: events }, this.headers);
  }
}

export function sendBatch(
  service: Pick<TestService, "pagesOrigin">,
  token: string,
  batch: unknown,
  headers: Record<string, string> = {},
): Promise<Visit> {
  return visit(service, `/_foyer/visits/${token}`, {
    method: "POST",
    headers: { "user-agent": chromeAgent, "content-type": "text/plain", ...headers },
    body: typeof batch === "string" ? batch : JSON.stringify(batch),
  });
}

/** Every event that is stored, in whatever row; of one page if it is named. */
export async function storedEvents(db: Reader, pageId?: string) {
  const rows = await db.all<StoredEventRow & { page_id: string }>(sql`
    SELECT visit_events.*, page_id FROM visit_events JOIN visits USING (tenant_id, visit_key)`);
  return rows
    .filter(({ page_id }) => pageId === undefined || page_id === pageId)
    .flatMap((row) =>
      eventsIn(row).map(([type, atMs, data], index) => ({ load: row.load_key, seq: firstSeqOf(row) + index, type, atMs, data })),
    );
}

const minuteMs = 60_000;
const computedWithinMs = 40_000;

interface DueVisit {
  visit_key: string;
  due_at: number;
  /** When its last event came. */
  heard_at: number | null;
  /** 1 if a job is going to compute the visits of its tenant, now or soon. */
  has_job: number;
}

/**
 * Waits until what was sent became sessions. Every event is written together with a job, or while there is one, so a visit that is
 * due without one is lost, though a recurring job would find it within a minute. Two kinds are that job's own, and time passes for
 * it: visits that are over, and what was being written while the clock was advanced, so that its job ran before it was there.
 */
export async function computed(service: TestService): Promise<void> {
  const soonMs = gatherMs + refreshMs;
  const stored = new Map((await dueVisits(service, service.clock() + soonMs)).map((visit) => [visit.visit_key, visit.due_at]));
  service.advance(soonMs);
  const giveUpAt = performance.now() + computedWithinMs;
  for (;;) {
    // Looked at before the visits: meanwhile it may enqueue what they wait for.
    const isLooking = await isRecurringJobNext(service);
    const due = await dueVisits(service, service.clock());
    if (due.length === 0) return;
    const left = isLooking ? [] : due.filter(({ has_job }) => has_job === 0);
    const lost = left.find((visit) => stored.get(visit.visit_key) === visit.due_at && !isOver(visit));
    if (lost) throw new Error(`Nothing is going to compute a visit: ${JSON.stringify(lost)}`);
    if (performance.now() > giveUpAt) {
      const jobs = await service.db.all(sql`SELECT kind, ready, due_at, attempts, claimed_by, last_error FROM jobs`);
      throw new Error(`A visit is not computed: ${JSON.stringify({ due, now: service.clock(), jobs })}`);
    }
    if (left.length > 0) service.advance(minuteMs);
    await wakeRunners(service.db);
    await Bun.sleep(20);
  }
}

function dueVisits({ db }: TestService, now: number): Promise<DueVisit[]> {
  return db.all(sql`
    SELECT visit_key, due_at,
      (SELECT max(received_at) FROM visit_events AS sent
        WHERE sent.tenant_id = visits.tenant_id AND sent.visit_key = visits.visit_key) AS heard_at,
      CASE WHEN EXISTS (
        SELECT 1 FROM jobs
        WHERE jobs.tenant_id = visits.tenant_id AND kind = ${computeVisitsJob.name} AND dead_at IS NULL) THEN 1 ELSE 0 END AS has_job
    FROM visits WHERE due_at <= ${now}`);
}

async function isRecurringJobNext({ db }: TestService): Promise<boolean> {
  const next = await db.first(sql`
    SELECT 1 AS found FROM jobs
    WHERE kind = ${endVisitsJob.name} AND (ready = 1 OR claimed_by IS NOT NULL OR due_at <= ${db.dialect.now})`);
  return next !== undefined;
}

/** Events make their visit due at once or soon. */
function isOver({ due_at, heard_at }: DueVisit): boolean {
  return heard_at === null || due_at - heard_at > minuteMs;
}

/** Every session of a page, of every kind, last started first. */
export async function sessionsOf(service: TestService, pageId: string) {
  const found = [];
  for (const kind of ["person", "scanner", "bot", "prefetch", "internal"] as const) {
    const { items } = await service.api.call("listTenantSessions", { query: { pageId, kind } });
    found.push(...items);
  }
  return found;
}

export async function onlySession(service: TestService, pageId: string) {
  const sessions = await sessionsOf(service, pageId);
  if (sessions.length !== 1) throw new Error(`${sessions.length} sessions: ${JSON.stringify(sessions)}`);
  return sessions[0] as (typeof sessions)[number];
}

export function readSession(service: TestService, { pageId, audienceSessionId }: AudienceSession): Promise<AudienceSession> {
  return service.api.call("getAudienceSession", {
    params: { page_id: pageId as string, audience_session_id: audienceSessionId as string },
  });
}

/** Answers visitors as if each came from the address that its request names. */
export function startFrom(service: TestService): { pagesOrigin: string } & AsyncDisposable {
  const peers = { requestIP: (request: Request) => ({ address: request.headers.get("test-address") ?? "" }) };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => service.service.visitors.answer(request, peers),
  });
  return { pagesOrigin: `http://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) };
}
