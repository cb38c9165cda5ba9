import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPreviews } from "../../server/images/pool";
import { type ImageFormat, NotDrawable } from "../../server/images/port";
import { Unavailable } from "../../server/storage/port";
import { png, slowDrawing } from "../support/samples/images";

describe("previews", () => {
  let folder: string;
  const previews = createPreviews();
  let drawn = 0;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "foyer-previews-"));
    writeFileSync(join(folder, "svg"), slowDrawing);
    writeFileSync(join(folder, "png"), png());
  });

  afterAll(() => {
    previews.close();
    rmSync(folder, { recursive: true });
  });

  /** How it ended, and when. */
  async function draw(tenantId: string, format: ImageFormat): Promise<{ outcome: unknown; at: number }> {
    const request = { tenantId, format, from: join(folder, format), to: join(folder, `preview-${(drawn += 1)}`) };
    const outcome = await previews.draw(request).then(
      () => "drawn",
      (error: Error) => error.constructor,
    );
    return { outcome, at: performance.now() };
  }

  test("a drawing that takes longer than two seconds is refused", async () => {
    await draw("a", "png");
    const started = performance.now();
    const { outcome, at } = await draw("a", "svg");
    expect(outcome).toBe(NotDrawable);
    expect(at - started).toBeLessThan(15_000);
  });

  test("one tenant's slow drawings do not keep another's image waiting", async () => {
    const slow = Array.from({ length: 4 }, () => draw("a", "svg"));
    await Bun.sleep(100);
    const quick = await Promise.all([draw("b", "png"), draw("c", "png"), draw("b", "png")]);
    expect(quick.map(({ outcome }) => outcome)).toEqual(["drawn", "drawn", "drawn"]);
    const ends = await Promise.all(slow);
    // Where the machine is very busy, a drawing may be given up before it has used its own time.
    expect(ends.filter(({ outcome }) => outcome !== NotDrawable && outcome !== Unavailable)).toEqual([]);
    expect(Math.max(...quick.map(({ at }) => at))).toBeLessThan(Math.min(...ends.slice(1).map(({ at }) => at)));
  });
});
