import { maxStreamsPerTenant } from "../../../contract";
import type { Reading, Site } from "../../context";
import { lastPosition, lastPositions, notReached, type WantedEvents } from "../../features/events";
import { Problem } from "../../records/problem";
import type { Database } from "../../storage/port";
import { feedChannel } from "../../webhooks/feed/number-events";
import { Broadcasts } from "./broadcasts";
import { heartbeat, openingMessage } from "./messages";
import { StreamCounts } from "./stream-counts";
import { StreamReader } from "./stream-reader";
import { TenantStreams } from "./tenant-streams";

const heartbeatMs = 15_000;
/** Twice in a second, so that a stream ends within a second of its key. */
export const keyCheckMs = 500;
/** In case that a wake-up was missed. */
const pollMs = 1_000;

interface Options {
  db: Database;
  site: Site;
  clock: () => number;
  /** Which of these keys may still read events. */
  validKeys(secrets: readonly string[]): Promise<ReadonlySet<string>>;
}

interface StreamRequest {
  tenantId: string;
  secret: string;
  wanted: WantedEvents;
  /** Undefined: from now. */
  after: number | undefined;
  /** Where the request has `after`. */
  location?: string;
}

interface EventStreams {
  open(request: StreamRequest): Promise<ReadableStream<Uint8Array>>;
  close(): void;
}

export function createEventStreams({ db, site, clock, validKeys }: Options): EventStreams {
  const streamsOf = new Map<string, TenantStreams>();
  const counts = new StreamCounts(db);
  const broadcasts = new Broadcasts();
  let isLooking = false;
  let isNews = false;
  let isCheckingKeys = false;
  const timers = [
    setInterval(sendHeartbeats, heartbeatMs),
    setInterval(() => void endRevoked(), keyCheckMs),
    setInterval(lookForNew, pollMs),
  ];
  const stopListening = db.listen(feedChannel, lookForNew, lookForNew);

  async function open({
    tenantId,
    secret,
    wanted,
    after,
    location = "query.after",
  }: StreamRequest): Promise<ReadableStream<Uint8Array>> {
    const newest = await lastPosition(readingOf(tenantId));
    if (after !== undefined && after > newest) throw notReached(newest, location);
    if (!(await counts.add(tenantId))) {
      const detail = `A tenant has at most ${maxStreamsPerTenant} streams`;
      throw new Problem("rate_limited", { detail, headers: { "retry-after": "5" } });
    }
    const streams = streamsOf.get(tenantId) ?? new TenantStreams(broadcasts, () => readingOf(tenantId), newest);
    streamsOf.set(tenantId, streams);
    const reader = new StreamReader(secret, wanted, after ?? newest, (ended) => {
      counts.remove(tenantId);
      streams.readers.delete(ended);
      if (streams.readers.size === 0 && streamsOf.get(tenantId) === streams) streamsOf.delete(tenantId);
    });
    reader.send(openingMessage(reader.position));
    streams.add(reader);
    return reader.body;
  }

  function lookForNew(): void {
    isNews = true;
    if (!isLooking) void findNew();
  }

  /** One query tells which of many tenants have something new. */
  async function findNew(): Promise<void> {
    isLooking = true;
    while (isNews && streamsOf.size > 0) {
      isNews = false;
      const found = await lastPositions(db, [...streamsOf.keys()]).catch(() => []);
      for (const { tenant_id, position } of found) streamsOf.get(tenant_id)?.lookForNew(position);
    }
    isLooking = false;
  }

  /** A stream without room for it is cut off, unless it makes room soon. */
  function sendHeartbeats(): void {
    for (const { readers } of streamsOf.values()) {
      void broadcasts.to(readers, (reader) => {
        if (reader.hasRoom(heartbeat.length)) reader.send(heartbeat);
        else void reader.makesRoom(heartbeat.length);
      });
    }
  }

  async function endRevoked(): Promise<void> {
    if (isCheckingKeys) return;
    isCheckingKeys = true;
    const secrets = new Set<string>();
    eachReader(({ secret }) => secrets.add(secret));
    const valid = secrets.size > 0 ? await validKeys([...secrets]).catch(() => secrets) : secrets;
    eachReader((reader) => secrets.has(reader.secret) && !valid.has(reader.secret) && reader.end());
    isCheckingKeys = false;
  }

  function eachReader(work: (reader: StreamReader) => unknown): void {
    for (const { readers } of streamsOf.values()) for (const reader of [...readers]) work(reader);
  }

  function readingOf(tenantId: string): Reading {
    return { db, tenantId, now: clock(), site };
  }

  return {
    open,
    close() {
      for (const timer of timers) clearInterval(timer);
      stopListening();
      eachReader((reader) => reader.end());
      counts.close();
    },
  };
}
