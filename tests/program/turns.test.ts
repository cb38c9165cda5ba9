import { describe, expect, test } from "bun:test";
import { turns } from "../../server/event-loop/turns";

/** Longer than a turn that a tenant has for itself. */
const pieceMs = 25;

describe("requests of a tenant that has more work than time", () => {
  test("are answered a few at a time, in their order", async () => {
    const tenantId = "tenant_large";
    const begun: number[] = [];
    let underWay = 0;
    let most = 0;
    const answer = async (index: number) => {
      const turn = turns.begin(tenantId);
      if (turn) await turn;
      begun.push(index);
      underWay += 1;
      most = Math.max(most, underWay);
      for (let piece = 0; piece < 3; piece += 1) {
        work(pieceMs);
        await turns.next(tenantId);
      }
      underWay -= 1;
      turns.end(tenantId);
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => answer(index)));
    expect(begun).toEqual(Array.from({ length: 10 }, (_, index) => index));
    expect(most).toBe(2);
  });

  test("begin although others wait for something that is not work", async () => {
    const tenantId = "tenant_patient";
    let goOn = () => {};
    const something = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const stuck = Array.from({ length: 5 }, async () => {
      await turns.begin(tenantId);
      work(pieceMs);
      await something;
      turns.end(tenantId);
    });
    await turns.begin(tenantId);
    turns.end(tenantId);
    goOn();
    await Promise.all(stuck);
  });

  test("begin although its jobs always have work", async () => {
    const tenantId = "tenant_busy";
    let isBuilding = true;
    const building = (async () => {
      while (isBuilding) {
        work(pieceMs);
        await turns.next(tenantId);
      }
    })();
    await turns.next(tenantId);
    await turns.begin(tenantId);
    turns.end(tenantId);
    isBuilding = false;
    await building;
  });
});

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
