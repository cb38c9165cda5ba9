import connect, { type Sql as Pool, type TransactionSql } from "postgres";
import { postgresDialect } from "./dialects";
import { type Database, type Reader, type Transaction, Unavailable } from "./port";
import type { Sql, Value } from "./sql";

const connections = 10;
const connectTimeoutSeconds = 5;
const maxReconnectDelaySeconds = 0.5;
const statementTimeoutMs = 30_000;
const lockTimeoutMs = 10_000;
const maxAttempts = 10;

export function openPostgres(url: string): Database {
  const pool = connect(url, {
    max: connections,
    connect_timeout: connectTimeoutSeconds,
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, maxReconnectDelaySeconds),
    fetch_types: false,
    onnotice: () => {},
    // 64-bit integers, counts included, all fit a JavaScript number here.
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: {
      application_name: "foyer",
      synchronous_commit: "on",
      // Writes belong into a transaction: a statement that strays onto a new connection after a loss is refused.
      default_transaction_read_only: true,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    },
  }) as unknown as Pool;
  let retries = 0;

  async function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const life = { over: false };
      try {
        return (await pool.begin("READ WRITE", (tx) => work(transactionOn(tx, life)))) as Result;
      } catch (error) {
        if (!isConflict(error) || attempt === maxAttempts) throw translated(error);
        retries += 1;
        await new Promise((turn) => setTimeout(turn, Math.random() * 10 * attempt));
      } finally {
        life.over = true;
      }
    }
  }

  return {
    dialect: postgresDialect,
    ...readerOn(pool),
    transaction,
    async snapshot(work) {
      try {
        return (await pool.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", (tx) => work(readerOn(tx)))) as never;
      } catch (error) {
        throw translated(error);
      }
    },
    gauges: () => ({ postgres_transaction_retries: retries }),
    close: () => pool.end({ timeout: 5 }),
  };
}

type Executor = Pool | TransactionSql;

function readerOn(executor: Executor): Reader {
  return {
    async first<Row>(query: Sql) {
      return (await rows<Row>(executor, query))[0];
    },
    all: <Row>(query: Sql) => rows<Row>(executor, query),
  };
}

/** Once it is over, by a lost connection say, work that is still going on must not reach the connection's successor. */
function transactionOn(tx: TransactionSql, life: { over: boolean }): Transaction {
  const send = (query: Sql) => {
    if (life.over) throw new Unavailable("the transaction is over");
    return execute(tx, query);
  };
  return {
    first: async <Row>(query: Sql) => (await send(query))[0] as Row | undefined,
    all: async <Row>(query: Sql) => (await send(query)) as unknown as Row[],
    run: async (query) => (await send(query)).count,
    async lock(name) {
      await send(postgresDialect.lock(name) as Sql);
    },
    async tryLock(name) {
      const [row] = await send(postgresDialect.tryLock(name) as Sql);
      return row?.locked as boolean;
    },
  };
}

async function rows<Row>(executor: Executor, query: Sql): Promise<Row[]> {
  try {
    return (await execute(executor, query)) as unknown as Row[];
  } catch (error) {
    throw translated(error);
  }
}

function execute(executor: Executor, query: Sql) {
  return executor.unsafe(textOf(query), query.values as Value[], { prepare: true });
}

const texts = new WeakMap<readonly string[], string>();

function textOf({ pieces }: Sql): string {
  let text = texts.get(pieces);
  if (text === undefined) {
    text = pieces.reduce((before, piece, index) => `${before}${postgresDialect.placeholder(index)}${piece}`);
    texts.set(pieces, text);
  }
  return text;
}

const conflictStates = new Set(["40001", "40P01"]);
// Lost or refused connections, a server going down or coming up, read-only after a failover, full, or too slow.
const unavailableStates =
  /^(08...|57P0[1-5]|57014|25006|53...|55P03|CONNECT.*|ECONN.*|EPIPE|ENOENT|ENOTFOUND|E.*UNREACH|ETIMEDOUT)$/;

function isConflict(error: unknown): boolean {
  return error instanceof Error && "code" in error && conflictStates.has(String(error.code));
}

function translated(error: unknown): unknown {
  const unreachable = error instanceof Error && "code" in error && unavailableStates.test(String(error.code));
  return unreachable ? new Unavailable("PostgreSQL can't answer", { cause: error }) : error;
}
