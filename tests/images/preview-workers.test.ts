import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createPreviews } from "../../server/images/pool";
import { Unavailable } from "../../server/storage/port";
import { slowDrawing } from "../support/samples/images";
import { spawnServer } from "../support/service/process";

describe("the processes that draw images", () => {
  let folder: string;
  const previews = createPreviews();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "foyer-workers-"));
    const noise = { type: "gaussian" as const, mean: 100, sigma: 20 };
    const grain = sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: "#888", noise } });
    await grain.jpeg().toFile(join(folder, "photograph"));
    writeFileSync(join(folder, "drawing.svg"), slowDrawing);
  });

  afterAll(() => {
    previews.close();
    rmSync(folder, { recursive: true });
  });

  /** Takes about a second of a processor. */
  function drawPhotograph() {
    const [from, to] = [join(folder, "photograph"), join(folder, "drawn.avif")];
    return previews.draw({ tenantId: "a", format: "jpeg", from, to, as: { type: "avif", width: 2_048 } });
  }

  test("an image whose worker is killed is drawn by another one", async () => {
    const drawing = drawPhotograph();
    const [killed = 0] = await workersOf(process.pid);
    await Bun.sleep(300);
    process.kill(killed, "SIGKILL");
    expect(await drawing).toEqual({ width: 3_000, height: 2_000 });
    expect(await workersOf(process.pid)).not.toContain(killed);
  });

  test("an image whose workers end twice is unavailable, not a bad image, and others are drawn afterwards", async () => {
    const drawing = drawPhotograph().catch((error) => error);
    const [first = 0] = await workersOf(process.pid);
    process.kill(first, "SIGKILL");
    const [second = 0] = await workersOf(process.pid, first);
    process.kill(second, "SIGKILL");
    expect(await drawing).toBeInstanceOf(Unavailable);
    expect(await drawPhotograph()).toEqual({ width: 3_000, height: 2_000 });
  });

  test("every thread that draws gives way to pages", async () => {
    await drawPhotograph();
    const [pid = 0] = await workersOf(process.pid);
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    expect(threads.map(nameOf(pid))).toContain("libvips worker");
    const lowest = constants.priority.PRIORITY_BELOW_NORMAL;
    expect(threads.map((thread) => getPriority(thread))).toEqual(threads.map(() => lowest));
    const batch = 3;
    expect(threads.map((thread) => schedulingPolicyOf(pid, thread))).toEqual(threads.map(() => batch));
  });

  for (const [how, end] of [
    ["stopped", "stop"],
    ["killed", "kill"],
  ] as const) {
    test(`a service that is ${how} while it draws leaves no process behind`, async () => {
      const dataFolder = mkdtempSync(join(tmpdir(), "foyer-workers-"));
      try {
        await using server = await spawnServer({ FOYER_DATA: dataFolder });
        const upload = uploadTo(server.origin, server.api.key);
        const workers = await workersOf(server.pid);
        await Bun.sleep(300);
        await server[end]();
        await upload;
        for (let left = 200; left > 0 && workers.some(isRunning); left -= 1) await Bun.sleep(10);
        expect(workers.filter(isRunning)).toEqual([]);
      } finally {
        rmSync(dataFolder, { recursive: true });
      }
    });
  }

  /** An SVG has two seconds. */
  async function uploadTo(origin: string, key: string): Promise<unknown> {
    const form = new FormData();
    form.append("file", Bun.file(join(folder, "drawing.svg")));
    const request = { method: "POST", headers: { "x-api-key": key }, body: form };
    return fetch(`${origin}/v0/assets`, request).catch((error) => error);
  }
});

/** Once there is one; other than `known`. */
async function workersOf(parent: number, known?: number): Promise<number[]> {
  for (let left = 1_000; left > 0; left -= 1) {
    const found = childrenOf(parent).filter((pid) => pid !== known);
    if (found.length > 0) return found;
    await Bun.sleep(10);
  }
  throw new Error("There is no worker");
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const found = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
        return Number(found) === parent && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("images/worker");
      } catch {
        return false;
      }
    });
}

function nameOf(pid: number): (thread: number) => string {
  return (thread) => readFileSync(`/proc/${pid}/task/${thread}/comm`, "utf8").trim();
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

function schedulingPolicyOf(pid: number, thread: number): number {
  const [, afterName = ""] = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8").split(") ");
  return Number(afterName.split(" ")[38]);
}
