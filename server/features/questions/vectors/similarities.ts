import { inTurns } from "../../../answers/building/in-turns";
import type { PassageIndex } from "../../../answers/retrieval/passage-index";
import type { Site } from "../../../context";
import type { Transaction } from "../../../storage/port";
import { tokenBudget } from "../answering/token-budget";

interface Asked {
  tenantId: string;
  site: Pick<Site, "embedder">;
  now: number;
  /** Undefined for a question that is tried for nobody. */
  audienceId: string | undefined;
  question: string;
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/** Of the question to each passage. Undefined where words alone decide: always without a model for vectors. */
export async function similaritiesTo(
  { vectors }: Pick<PassageIndex, "vectors">,
  asked: Asked,
): Promise<Float32Array | undefined> {
  const { tenantId, site, question } = asked;
  if (!site.embedder || !vectors) return undefined;
  const vector = await site.embedder.vectorOfQuestion(tenantId, question, tokenBudget(asked, site.embedder.config));
  return vector && inTurns(tenantId, vectors.similarities(vector));
}
