import { fileURLToPath } from "node:url";
import type { Claim } from "../claim";

const atMostMb = 100;

/** Indexes are built in a process of its own: first a hundred, then as many more as would take several times the room. */
export const indexMemory: Claim = {
  name: "index-memory",
  engines: ["sqlite"],
  async measure() {
    const child = Bun.spawn([process.execPath, fileURLToPath(new URL("build-indexes.ts", import.meta.url))], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const { hundred, many } = JSON.parse(await new Response(child.stdout).text()) as Record<"hundred" | "many", Grown>;
    return {
      title: "memory of 100 indexes of 1,000 passages",
      toReach: `≤ ${atMostMb} MB, also of 400`,
      measured: `${hundred.mb.toFixed(0)} MB, ${many.mb.toFixed(0)} MB of 400`,
      reached: hundred.mb <= atMostMb && many.mb <= atMostMb,
      failed: 0,
      floor: "",
      ours: `${hundred.kept} and ${many.kept} kept, ${(many.bytes / 1_048_576).toFixed(0)} MB by their own count`,
      details: { hundred, many },
    };
  },
};

interface Grown {
  mb: number;
  kept: number;
  bytes: number;
}
