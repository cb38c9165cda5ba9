import { hash } from "node:crypto";
import type { TokenValues } from "../../rendering/tokens";
import type { Passage } from "../passages";
import { caseFolded } from "../words/fold";
import { AnswerMemory } from "./answer-memory";
import { type CheckedSentence, CheckedSentences } from "./checking/checked-sentences";
import { complete, type ModelEndpoint, maxAnswerTokens } from "./completion";
import { type FailureClass, failureOf, ModelFailure } from "./failure";
import type { ModelCalls } from "./model-calls";
import { type Prompt, promptFor } from "./prompt";

/** An estimate for endpoints that don't count tokens: in most languages a token has more bytes. */
const bytesPerToken = 3;
/** How long a model may take for an answer. */
export const answerPatienceMs = 12_000;

export interface ModelConfig extends ModelEndpoint {
  /** Gives passages and questions vectors; undefined: passages are found by their words alone. */
  embeddingModel?: string | undefined;
  /** How many tokens may be used in a day. */
  tokensPerTenant: number;
  tokensPerAudience: number;
}

/** Counts tokens against the limits of a day. */
export interface TokenBudget {
  /** False when they would be too many. */
  reserve(tokens: number): Promise<boolean>;
  /** What was reserved and not used. */
  giveBack(tokens: number): Promise<void>;
}

interface Assignment {
  tenantId: string;
  question: string;
  /** The best ones first. */
  passages: readonly Passage[];
  values: TokenValues;
  budget: TokenBudget;
  /** How long somebody waits for it: at most `answerPatienceMs`. */
  patienceMs: number;
  /** Each sentence once it is checked. */
  onSentence?: (text: string) => void;
}

export interface WrittenAnswer {
  text: string;
  chunkIds: readonly string[];
}

declare module "../../context" {
  interface Site {
    /** Undefined without a model. */
    readonly writer?: AnswerWriter | undefined;
  }
}

/** Lets a model write an answer from passages. */
export class AnswerWriter {
  readonly #memory: AnswerMemory;
  readonly #stopping = new AbortController();

  constructor(
    readonly config: ModelConfig,
    readonly calls: ModelCalls,
    monotonic: () => number,
  ) {
    this.#memory = new AnswerMemory(monotonic);
  }

  /** Undefined whenever the passages are to be quoted instead. */
  async write(assignment: Assignment): Promise<WrittenAnswer | undefined> {
    const { question, passages, values, onSentence } = assignment;
    const prompt = promptFor(question, passages);
    if (!prompt) return undefined;
    const key = this.#keyOf(assignment, prompt);
    const told = ({ text }: CheckedSentence) => onSentence?.(prompt.filled(text, values));
    const known = this.#memory.find(key);
    known?.forEach(told);
    const sentences = known ?? (await this.#ask(assignment, prompt, told));
    if (!sentences) return undefined;
    if (!known) this.#memory.keep(key, sentences);
    if (sentences.length === 0) return undefined;
    return {
      text: sentences.map(({ text }) => prompt.filled(text, values)).join(" "),
      chunkIds: [...new Set(sentences.map(({ source }) => prompt.excerpts[source]?.chunkId ?? ""))],
    };
  }

  /** Calls that are under way end, and their passages are quoted. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Case and spaces make no difference to a question. Excerpts change with their passages, and with the tokens of those before them. */
  #keyOf({ tenantId, question }: Assignment, { excerpts }: Prompt): string {
    const asked = caseFolded(question).replace(/\s+/g, " ").trim();
    return hash("sha256", JSON.stringify([tenantId, asked, excerpts]), "base64url");
  }

  async #ask(
    assignment: Assignment,
    prompt: Prompt,
    onSentence: (sentence: CheckedSentence) => void,
  ): Promise<CheckedSentence[] | undefined> {
    const { tenantId, budget, patienceMs } = assignment;
    if (this.#stopping.signal.aborted) return undefined;
    const asked = tokensIn(prompt.messages.map(({ content }) => content));
    const reserved = asked + maxAnswerTokens;
    const checking = new CheckedSentences(prompt.excerpts.map(({ text }) => text));
    const sentences: CheckedSentence[] = [];
    let written = "";
    const add = (checked: CheckedSentence[]) => {
      sentences.push(...checked);
      checked.forEach(onSentence);
    };
    const take = (text: string) => {
      written += text;
      add(checking.push(text));
    };
    const done = await this.calls.make({
      kind: "answer",
      tenantId,
      begin: () => budget.reserve(reserved),
      run: async () => {
        try {
          const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(patienceMs)]);
          return await complete(this.config, prompt, signal, take);
        } catch (error) {
          const isSlow = failureOf(error) === "timeout" && written !== "" && patienceMs < answerPatienceMs;
          throw isSlow ? new ModelFailure("slow") : error;
        }
      },
      end: async (completion, failure) => {
        const used = completion?.tokens ?? (wasNotRead(failure) ? 0 : asked + tokensIn([written]));
        await budget.giveBack(reserved - used);
        return used;
      },
    });
    if (!done) return undefined;
    add(checking.end());
    return sentences;
  }
}

/** An endpoint that can't be reached, or refuses, has used nothing: an outage must not use up what a tenant has for a day. */
function wasNotRead(failure: FailureClass | undefined): boolean {
  return failure === "unreachable" || failure === "refused";
}

function tokensIn(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / bytesPerToken);
}
