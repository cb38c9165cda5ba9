import { maxStreamsPerTenant } from "../../../contract";
import type { Reading, Site } from "../../context";
import { turns } from "../../event-loop/turns";
import {
  type EventRow,
  isWanted,
  lastPosition,
  lastPositions,
  notReached,
  readFeed,
  toEvent,
  type Wanted,
} from "../../features/events";
import { Problem } from "../../records/problem";
import type { Database } from "../../storage/port";
import { feedChannel } from "../../webhooks/number-events";
import { Broadcasts } from "./broadcasts";
import { StreamCounts } from "./stream-counts";
import { maxWaitingBytes, StreamReader } from "./stream-reader";

const heartbeatMs = 15_000;
const keyCheckMs = 500;
/** In case that a wake-up was missed. */
const pollMs = 1_000;
const eventsAtOnce = 100;

interface Options {
  db: Database;
  site: Site;
  clock: () => number;
  /** Whether a key may still read events. */
  isValid(secret: string): Promise<boolean>;
}

export interface StreamRequest {
  tenantId: string;
  secret: string;
  wanted: Wanted;
  /** Undefined: from now. */
  after: number | undefined;
  /** Where the request has `after`. */
  location?: string;
}

/** The open streams of a tenant: new events are read once for all of them. */
interface Hub {
  readers: Set<StreamReader>;
  position: number;
  isReading: boolean;
  isBehind: boolean;
}

export interface EventStreams {
  open(request: StreamRequest): Promise<ReadableStream<Uint8Array>>;
  close(): void;
}

const encoder = new TextEncoder();
const heartbeat = encoder.encode(": heartbeat\n\n");

export function createEventStreams({ db, site, clock, isValid }: Options): EventStreams {
  const hubs = new Map<string, Hub>();
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
    const hub = hubs.get(tenantId) ?? { readers: new Set(), position: newest, isReading: false, isBehind: false };
    hubs.set(tenantId, hub);
    const reader = new StreamReader(secret, wanted, after ?? newest, (ended) => {
      counts.remove(tenantId);
      hub.readers.delete(ended);
      if (hub.readers.size === 0 && hubs.get(tenantId) === hub) hubs.delete(tenantId);
    });
    hub.readers.add(reader);
    reader.send(opening(reader.position));
    void catchUp(tenantId, hub, reader);
    return reader.body;
  }

  function lookForNew(): void {
    isNews = true;
    if (!isLooking) void findNew();
  }

  /** One query tells which of many tenants have something new. */
  async function findNew(): Promise<void> {
    isLooking = true;
    while (isNews && hubs.size > 0) {
      isNews = false;
      const found = await lastPositions(db, [...hubs.keys()]).catch(() => []);
      for (const { tenant_id, position } of found) {
        const hub = hubs.get(tenant_id);
        if (hub && position > hub.position) lookForNewOf(tenant_id, hub);
      }
    }
    isLooking = false;
  }

  function lookForNewOf(tenantId: string, hub: Hub): void {
    hub.isBehind = true;
    if (!hub.isReading) void readNew(tenantId, hub);
  }

  async function readNew(tenantId: string, hub: Hub): Promise<void> {
    hub.isReading = true;
    while (hub.isBehind && hub.readers.size > 0) {
      hub.isBehind = false;
      await turns.next(tenantId);
      const page = await readFeed(readingOf(tenantId), {}, hub.position, eventsAtOnce).catch(() => undefined);
      if (!page) break;
      hub.position = page.lastPosition;
      hub.isBehind ||= page.hasMore;
      const messages = page.rows.map((row): Message => [row, messageOf(row)]);
      await broadcasts.to(hub.readers, (reader) => {
        if (!reader.isCatchingUp && !sendAll(reader, messages, hub.position)) void catchUp(tenantId, hub, reader);
      });
    }
    hub.isReading = false;
  }

  /** No faster than the reader takes it. */
  async function catchUp(tenantId: string, hub: Hub, reader: StreamReader): Promise<void> {
    reader.isCatchingUp = true;
    while (reader.isOpen && reader.position < hub.position) {
      // Taken before the read: what becomes visible during it may not be in the page.
      const visible = hub.position;
      await turns.next(tenantId);
      const { wanted, position } = reader;
      const reading = readFeed(readingOf(tenantId), wanted, position, eventsAtOnce, maxWaitingBytes);
      const page = await reading.catch(() => undefined);
      if (!page) return reader.end();
      for (const row of page.rows) {
        const message = messageOf(row);
        if (!(await reader.makesRoom(message.length))) return;
        reader.send(message);
      }
      reader.position = page.hasMore ? page.lastPosition : Math.max(page.lastPosition, visible);
    }
    reader.isCatchingUp = false;
    lookForNewOf(tenantId, hub);
  }

  function sendHeartbeats(): void {
    for (const { readers } of hubs.values()) {
      void broadcasts.to(readers, (reader) => reader.hasRoom(heartbeat.length) && reader.send(heartbeat));
    }
  }

  async function endRevoked(): Promise<void> {
    if (isCheckingKeys) return;
    isCheckingKeys = true;
    const secrets = new Set<string>();
    eachReader(({ secret }) => secrets.add(secret));
    for (const secret of secrets) {
      const stays = await isValid(secret).catch(() => true);
      if (!stays) eachReader((reader) => reader.secret === secret && reader.end());
    }
    isCheckingKeys = false;
  }

  function eachReader(work: (reader: StreamReader) => unknown): void {
    for (const { readers } of hubs.values()) for (const reader of [...readers]) work(reader);
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

/** Sent at once: it shows that the stream is open, and where to go on if it breaks before the first event. */
function opening(position: number): Uint8Array {
  return encoder.encode(`id: ${position}\nretry: 1000\n\n`);
}

type Message = readonly [EventRow, Uint8Array];

/** All that the reader wants, or nothing and false when it has no room for them. */
function sendAll(reader: StreamReader, messages: readonly Message[], upTo: number): boolean {
  const wanted = messages.filter(([row]) => (row.position as number) > reader.position && isWanted(row, reader.wanted));
  const bytes = wanted.reduce((sum, [, message]) => sum + message.length, 0);
  if (bytes > 0 && !reader.hasRoom(bytes)) return false;
  for (const [, message] of wanted) reader.send(message);
  reader.position = Math.max(reader.position, upTo);
  return true;
}

function messageOf(row: EventRow): Uint8Array {
  return encoder.encode(`id: ${row.position}\nevent: ${row.type}\ndata: ${JSON.stringify(toEvent(row))}\n\n`);
}
