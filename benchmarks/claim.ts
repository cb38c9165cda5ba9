import type { Engine } from "../tests/support/database/engines";
import type { Stage } from "./stage";

/** What a claim is handed: how long to measure, and filled databases, shared with the other claims. */
export interface Bench {
  rounds: number;
  seconds: number;
  stage(engine: Engine, persons?: number): Promise<Stage>;
}

export interface Claim {
  name: string;
  engines: readonly Engine[];
  measure(bench: Bench, engine: Engine): Promise<Finding>;
}

/** One line of the table. */
export interface Finding {
  title: string;
  toReach: string;
  measured: string;
  reached: boolean;
  /** Requests without a good answer: one is enough to make the numbers worthless. */
  failed: number;
  floor: string;
  ours: string;
  /** Everything behind the line, for the JSON. */
  details: Record<string, unknown>;
}
