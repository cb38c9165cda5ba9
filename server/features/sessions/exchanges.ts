import type { Interaction } from "../../../contract";
import type { Reading } from "../../context";
import { among, sql } from "../../storage/sql";

interface Exchange {
  question_id: string;
  text: string;
  answer: string | null;
  chunk_ids: string;
  options: string;
}

/** Interactions with what was asked and answered, which is kept with the questions alone: an erasure finds it there. */
export async function exchangesOf(
  { db, tenantId }: Pick<Reading, "db" | "tenantId">,
  interactions: Interaction[],
): Promise<Interaction[]> {
  const asked = interactions.filter(isQuestion).map(({ componentId }) => componentId);
  if (asked.length === 0) return interactions;
  const rows = await db.all<Exchange>(sql`
    SELECT question_id, text, answer, chunk_ids, options FROM questions
    WHERE tenant_id = ${tenantId} AND question_id ${among(asked)}`);
  const byId = new Map(rows.map((row) => [row.question_id, row]));
  return interactions.map((interaction) => {
    const exchange = isQuestion(interaction) ? byId.get(interaction.componentId) : undefined;
    if (!exchange) return interaction;
    const { text: label, answer, chunk_ids, options } = exchange;
    return {
      ...interaction,
      ...{ label, responseText: answer ?? "" },
      groundingChunkIds: JSON.parse(chunk_ids) as string[],
      options: JSON.parse(options) as string[],
    };
  });
}

function isQuestion({ componentContext, componentId }: Interaction): boolean {
  return componentContext === "question" && componentId.startsWith("question_");
}
