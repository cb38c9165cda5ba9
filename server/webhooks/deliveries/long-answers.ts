import type { Writing } from "../../context";
import { sql } from "../../storage/sql";
import type { Try } from "./tries";

/** The newest deliveries of a subscription keep long answers. The answers of all older ones are shortened. */
const deliveriesWithLongAnswers = 100;
const shortAnswerLength = 1_000;
/** Few, because each row may have many tries with long answers. */
const rowsAtOnce = 10;

/** Shortens long answers that `shortenOldAnswers` would shorten at once. */
export function withoutNeedlessAnswers<Settled extends { made: Try }>(settled: readonly Settled[]): Settled[] {
  let room = deliveriesWithLongAnswers;
  return settled.map((one) => {
    if (!isLong(one.made)) return one;
    room -= 1;
    return room >= 0 ? one : { ...one, made: shortened(one.made) };
  });
}

export function isLong({ answer }: Try): boolean {
  return (answer?.length ?? 0) > shortAnswerLength;
}

/** In the transaction that has written long answers. */
export async function shortenOldAnswers(
  { db, tenantId }: Pick<Writing, "db" | "tenantId">,
  subscriptionId: string,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    const rows = await db.all<{ delivery_id: string; tries: string }>(sql`
      SELECT delivery_id, tries FROM webhook_deliveries
      WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND long_answers > 0
      ORDER BY delivery_id DESC LIMIT ${rowsAtOnce} OFFSET ${deliveriesWithLongAnswers}`);
    for (const { delivery_id, tries } of rows) {
      const short = JSON.stringify((JSON.parse(tries) as Try[]).map(shortened));
      await db.run(sql`
        UPDATE webhook_deliveries SET tries = ${short}, long_answers = 0
        WHERE tenant_id = ${tenantId} AND subscription_id = ${subscriptionId} AND delivery_id = ${delivery_id}`);
    }
    isMore = rows.length === rowsAtOnce;
  }
}

function shortened(made: Try): Try {
  return { ...made, answer: made.answer?.slice(0, shortAnswerLength).toWellFormed() ?? null };
}
