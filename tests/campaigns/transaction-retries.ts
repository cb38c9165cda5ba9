/**
 * How often PostgreSQL made this process try a transaction again, mostly after a deadlock. Nobody is told of it otherwise: the
 * request is answered a second later. 0 on SQLite.
 */
export async function transactionRetries({ origin }: { origin: string }): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^foyer_postgres_transaction_retries_total (\d+)$/m.exec(metrics)?.[1] ?? 0);
}
