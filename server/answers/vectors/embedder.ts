import { hash } from "node:crypto";
import type { ModelCalls } from "../model/model-calls";
import type { ModelConfig, TokenBudget } from "../model/writer";
import { caseFolded } from "../words/fold";
import { embed } from "./embeddings";
import type { Vector } from "./vector";

/** Texts in one request: its response is parsed without a pause. */
export const textsAtOnce = 16;
const patienceMs = 20_000;
/** A question is answered without a vector rather than late. */
const questionPatienceMs = 1_500;
const maxQuestions = 2_000;
const bytesPerToken = 3;

declare module "../../context" {
  interface Site {
    /** Undefined without a model for vectors. */
    readonly embedder?: Embedder | undefined;
  }
}

/** Gets vectors of texts from the model. */
export class Embedder {
  /** By a hash of the question. */
  readonly #questions = new Map<string, Vector>();
  readonly #stopping = new AbortController();

  constructor(
    readonly config: ModelConfig,
    readonly model: string,
    readonly calls: ModelCalls,
  ) {}

  /** Undefined when the model gives none now. */
  async vectorsOf(
    tenantId: string,
    texts: readonly string[],
    budget: TokenBudget,
    waitMs = patienceMs,
  ): Promise<Vector[] | undefined> {
    if (this.#stopping.signal.aborted) return undefined;
    const reserved = Math.ceil(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / bytesPerToken);
    const done = await this.calls.make({
      kind: "embedding",
      tenantId,
      begin: () => budget.reserve(reserved),
      run: () =>
        embed(
          { ...this.config, model: this.model },
          texts,
          AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(waitMs)]),
        ),
      end: async (embeddings, failure) => {
        const isUnread = failure === "unreachable" || failure === "refused";
        const used = embeddings?.tokens ?? (isUnread ? 0 : reserved);
        if (used !== reserved) await budget.giveBack(reserved - used);
        return used;
      },
    });
    return done?.vectors;
  }

  async vectorOfQuestion(tenantId: string, question: string, budget: TokenBudget): Promise<Vector | undefined> {
    const text = caseFolded(question).replace(/\s+/g, " ").trim();
    const key = hash("sha256", JSON.stringify([tenantId, text]), "base64url");
    const known = this.#questions.get(key);
    this.#questions.delete(key);
    const vector = known ?? (await this.vectorsOf(tenantId, [text], budget, questionPatienceMs))?.[0];
    if (!vector) return undefined;
    this.#questions.set(key, vector);
    for (const [oldest] of this.#questions) if (this.#questions.size > maxQuestions) this.#questions.delete(oldest);
    return vector;
  }

  stop(): void {
    this.#stopping.abort();
  }
}
