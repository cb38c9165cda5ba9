import type { Engine } from "../../support/database/engines";
import type { LoadTotal } from "./statistics";
import type { Sample, Verdict } from "./verdict";

export interface SoakReport {
  engine: Engine;
  seconds: number;
  /** Requests a second; 0 is as fast as they are answered. */
  rate: number;
  seed: number;
  load: LoadTotal;
  transactionRetries: number;
  verdict: Verdict;
  samples: Sample[];
}
