import type { FoundAnswer } from "../../../answers/answer";
import type { WrittenAnswer } from "../../../answers/model/writer";
import type { Site } from "../../../context";
import type { TokenValues } from "../../../rendering/tokens";
import type { Transaction } from "../../../storage/port";
import { tokenBudget } from "./token-budget";

interface Asked {
  tenantId: string;
  site: Pick<Site, "writer">;
  now: number;
  audienceId: string | undefined;
  question: string;
  found: FoundAnswer;
  values: TokenValues;
  patienceMs: number;
  onSentence?: (text: string) => void;
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/** The answer in a model's words. Undefined where the passages are quoted: always without a model. */
export async function writeAnswer(asked: Asked): Promise<WrittenAnswer | undefined> {
  const { site, found } = asked;
  if (!site.writer || !found.isAnswered) return undefined;
  const budget = tokenBudget(asked, site.writer.config);
  return site.writer.write({ ...asked, budget, passages: found.hits.map(({ passage }) => passage) });
}
