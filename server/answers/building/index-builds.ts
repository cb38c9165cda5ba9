import { TenantSlots } from "../../event-loop/tenant-slots";
import { type IndexContent, indexSteps } from "../retrieval/build-index";
import type { PassageIndex } from "../retrieval/passage-index";
import { inTurns } from "./in-turns";
import { IndexWorker } from "./index-worker";

/** Each takes several times the memory of a finished index. */
const maxAtOnce = 3;
/**
 * Shorter topics are indexed sooner than a process starts. In characters. With 2 million, collecting the garbage of a build made
 * the slowest hundredth of other requests take ten times as long.
 */
const lengthForWorker = 262_144;

/** Builds indexes a few at a time, those of several tenants in turn. */
export class IndexBuilds {
  readonly #slots = new TenantSlots(maxAtOnce);
  readonly #workerSlots = new TenantSlots(1);
  readonly #worker = new IndexWorker();

  /** Runs work that reads topics and builds their index, once the tenant has its turn. */
  run(tenantId: string, work: () => Promise<PassageIndex>): Promise<PassageIndex> {
    return this.#slots.run(tenantId, work);
  }

  build(tenantId: string, content: IndexContent): Promise<PassageIndex> {
    if (content.vectors || lengthOf(content) < lengthForWorker) return inTurns(tenantId, indexSteps(content));
    return this.#workerSlots.run(tenantId, () => this.#worker.build(tenantId, content));
  }
}

function lengthOf({ topics }: IndexContent): number {
  return topics.reduce((sum, { entries }) => entries.reduce((ofTopic, { content }) => ofTopic + content.content.length, sum), 0);
}
