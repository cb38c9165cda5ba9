import { expect, test } from "bun:test";
import { createEventStreams } from "../../server/api/event-stream/event-streams";
import { maxWaitingBytes } from "../../server/api/event-stream/stream-reader";
import { recordEvents } from "../../server/events/record";
import { createIds } from "../../server/records/ids";
import { hasUnnumbered } from "../../server/webhooks/feed/number-events";
import { onTodaysEngine } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { hastenTimers } from "../support/network/hastened-timers";
import { until } from "../support/service/jobs";
import { startTestService } from "../support/service/service";
import { testSite } from "../support/service/site";

const heartbeatMs = 15_000;
/** Only against hanging. */
const patienceMs = 12_000;

onTodaysEngine("a stream without events", (engine) => {
  test(`has a heartbeat every ${heartbeatMs / 1_000} s, so that nothing on the way takes it for dead`, async () => {
    // The timer that sends them to all streams begins with the service.
    const timers = hastenTimers(heartbeatMs, 20);
    const service = await startTestService(engine).finally(() => timers[Symbol.dispose]());
    const { body } = await fetch(`${service.origin}/v0/events/stream?type=topic.created`, {
      headers: { "x-api-key": service.api.key },
      signal: AbortSignal.timeout(patienceMs),
    });
    let text = "";
    for await (const piece of body as ReadableStream<Uint8Array>) {
      text += new TextDecoder().decode(piece);
      if (text.split("\n\n").length > 4) break;
    }
    const [opening, ...beats] = text.trimEnd().split("\n\n");
    expect(opening).toMatch(/^id: \d+\nretry: 1000$/);
    expect(new Set(beats)).toEqual(new Set([": heartbeat"]));
    await service.stop();
  });
});

test("a stream whose reader takes nothing is cut off by heartbeats, though it wants no more events", async () => {
  const service = await startTestService("sqlite");
  const { api, db } = service;
  const tenantId = await tenantIdOf(db, api);
  // Larger than what may wait, so that it is sent alone and leaves no room.
  const large = { type: "topic.deleted" as const, subjectId: "topic_1", data: { topicId: "x".repeat(maxWaitingBytes) } };
  await db.transaction((tx) => recordEvents({ db: tx, tenantId, now: Date.now(), newId: createIds(Date.now) }, [large]));
  await until(async () => !(await hasUnnumbered(db)));
  const timers = hastenTimers(heartbeatMs, 20);
  const streams = createEventStreams({ db, site: testSite, clock: Date.now, validKeys: async (keys) => new Set(keys) });
  timers[Symbol.dispose]();
  try {
    const body = await streams.open({ tenantId, secret: "x", wanted: { types: ["topic.deleted"] }, after: 0 });
    const reader = body.getReader();
    // The opening, which would leave no room for what is large.
    await reader.read();
    await expect(Promise.race([reader.closed, Bun.sleep(30_000)])).rejects.toThrow("too slow");
  } finally {
    streams.close();
    await service.stop();
  }
});
