import { expect, setDefaultTimeout, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { hastenTimers } from "../support/network/hastened-timers";
import { startTestService } from "../support/service/service";

setDefaultTimeout(60_000);

const heartbeatMs = 15_000;
/** Only against hanging. */
const patienceMs = 12_000;

onBothEngines("a stream without events", (engine) => {
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
