import type { KnownVectors } from "../../../answers/retrieval/build-index";
import { type Vector, vectorFrom } from "../../../answers/vectors/vector";
import type { Reading } from "../../../context";
import { turns } from "../../../event-loop/turns";
import { vectorRows, vectorStates } from "./queries";

/** How many topics' vectors are read without a pause. */
const topicsAtOnce = 5;

interface StoredVectors {
  /** Changes with the vectors. */
  state: unknown;
  read(): Promise<KnownVectors>;
}

/** The vectors of topics. Undefined without a model that gives them. */
export async function vectorsOf(
  { db, tenantId, site: { embedder } }: Pick<Reading, "db" | "tenantId" | "site">,
  topics: readonly { topic_id: string }[],
): Promise<StoredVectors | undefined> {
  if (!embedder) return undefined;
  const { model } = embedder;
  const ids = topics.map(({ topic_id }) => topic_id);
  const states = (await vectorStates(db, tenantId, ids)).filter((state) => state.model === model);
  return {
    state: states.map(({ topic_id, changes }) => [topic_id, changes, model]),
    async read() {
      const vectors = new Map<string, { hash: string; vector: Vector }>();
      for (let start = 0; start < states.length; start += topicsAtOnce) {
        const turn = turns.next(tenantId);
        if (turn) await turn;
        const some = states.slice(start, start + topicsAtOnce).map(({ topic_id }) => topic_id);
        for (const { chunk_id, text_hash, vector } of await vectorRows(db, tenantId, some))
          vectors.set(chunk_id, { hash: text_hash, vector: vectorFrom(vector) });
      }
      return { model, vectors };
    },
  };
}
