import { SQL, type TransactionSQL } from "bun";
import { postgresDialect, queryText } from "./dialects";
import { type Database, type Reader, type Transaction, Unavailable, type Write } from "./port";
import { NotificationListener } from "./postgres/notification-listener";
import { oneStatement } from "./postgres/one-statement";
import { WakeUps } from "./postgres/wake-ups";
import { Listeners, Outbox } from "./signals";
import { type Sql, sql, type Value } from "./sql";

const connections = 10;
const writingConnections = 10;
const connectTimeoutSeconds = 5;
const closeTimeoutSeconds = 5;
const statementTimeoutMs = 30_000;
const lockTimeoutMs = 10_000;
const maxAttempts = 10;
const maxRetryDelayMs = 10;

export function openPostgres(url: string): Database {
  // Writes belong into a transaction: a statement that strays onto a new connection after a loss is refused.
  const pool = openPool(url, connections, { default_transaction_read_only: "on" });
  /** For writes of one statement, which is a transaction by itself. */
  const writingPool = openPool(url, writingConnections, {});
  const listeners = new Listeners();
  // Tells our own signals from those of others: ours are heard as soon as they are committed.
  const tag = crypto.randomUUID();
  const notificationListener = new NotificationListener(url, listeners, tag, (channel) => pool.notify(channel, `${tag} `));
  const wakeUps = new WakeUps(pool, `${tag} `);
  let retries = 0;

  /** Runs it again after a deadlock or a serialisation failure. */
  async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isConflict(error) || attempt === maxAttempts) throw translated(error);
        retries += 1;
        await new Promise((turn) => setTimeout(turn, Math.random() * maxRetryDelayMs * attempt));
      }
    }
  }

  async function transact<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const life: Life = { over: false, outbox: new Outbox(), woken: new Set(), tag };
    try {
      const result = await pool.begin("READ WRITE", (tx) => work(transactionOn(tx, life)));
      for (const signal of life.outbox.signals) listeners.tell(signal);
      for (const channel of life.woken) wakeUps.add(channel);
      return result;
    } catch (error) {
      // A connection lost at its commit: it may have taken place, and what is told without need does no harm.
      const isLost = !isConflict(error) && translated(error) instanceof Unavailable;
      if (isLost) for (const signal of life.outbox.signals) listeners.tell(signal);
      throw error;
    } finally {
      life.over = true;
    }
  }

  return {
    dialect: postgresDialect,
    ...readerOn(pool),
    transaction: (work) => repeated(() => transact(work)),
    write: (write) => repeated(async () => (await executeWrite(writingPool, write)).length > 0),
    async snapshot(work) {
      try {
        return await pool.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", (tx) => work(readerOn(tx)));
      } catch (error) {
        throw translated(error);
      }
    },
    listen(channel, heard, missed) {
      notificationListener.listen(channel);
      return listeners.add(channel, heard, missed);
    },
    gauges: () => ({ postgres_transaction_retries_total: retries }),
    async close() {
      await Promise.all([notificationListener.close(), wakeUps.close()]);
      await Promise.all([pool, writingPool].map((each) => each.close({ timeout: closeTimeoutSeconds })));
    },
  };
}

function openPool(url: string, max: number, settings: Record<string, string>): SQL {
  return new SQL(url, {
    max,
    connectionTimeout: connectTimeoutSeconds,
    connection: {
      application_name: "foyer",
      synchronous_commit: "on",
      // Every query has an index. A plan that is made while a table is small must not read all of it once the table is large.
      enable_seqscan: "off",
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      // A plan for any LIMIT looks long: processes would be started, or code compiled, to read twenty rows.
      max_parallel_workers_per_gather: "0",
      jit: "off",
      ...settings,
    },
  });
}

interface Life {
  over: boolean;
  /** Told in this process once it is committed. */
  outbox: Outbox;
  woken: Set<string>;
  tag: string;
}

function readerOn(executor: SQL): Reader {
  const rows = async <Row>(query: Sql): Promise<Row[]> => {
    try {
      return (await execute(executor, query)) as Row[];
    } catch (error) {
      throw translated(error);
    }
  };
  return {
    first: async <Row>(query: Sql) => (await rows<Row>(query))[0],
    all: rows,
  };
}

/** Once it is over, by a lost connection say, work that is still going on must not reach the connection's successor. */
function transactionOn(tx: TransactionSQL, life: Life): Transaction {
  const open = () => {
    if (life.over) throw new Unavailable("the transaction is over");
    return tx;
  };
  const send = (query: Sql) => execute(open(), query);
  return {
    first: async <Row>(query: Sql) => (await send(query))[0] as Row | undefined,
    all: async <Row>(query: Sql) => (await send(query)) as Row[],
    run: async (query) => (await send(query)).count,
    write: async (write) => (await executeWrite(open(), write)).length > 0,
    async lock(name) {
      await send(postgresDialect.lock(name) as Sql);
    },
    async tryLock(name) {
      const [row] = await send(postgresDialect.tryLock(name) as Sql);
      return row.locked;
    },
    async signal(channel, payload = "") {
      life.outbox.add(channel, payload);
      await send(sql`SELECT pg_notify(${channel}, ${`${life.tag} ${payload}`})`);
    },
    wake(channel) {
      life.outbox.add(channel, "");
      life.woken.add(channel);
    },
  };
}

function execute(executor: SQL, query: Sql) {
  return executor.unsafe(textOf(query), query.values as Value[]);
}

function executeWrite(executor: SQL, write: Write) {
  const { text, values } = oneStatement(write);
  return executor.unsafe(text, values);
}

const texts = new WeakMap<readonly string[], string>();

function textOf(query: Sql): string {
  let text = texts.get(query.pieces);
  if (text === undefined) {
    text = queryText(postgresDialect, query);
    texts.set(query.pieces, text);
  }
  return text;
}

const conflictStates = new Set(["40001", "40P01"]);
// A server going down or coming up, read-only after a failover, full, too slow, or in conflict after every retry.
const unavailableStates = /^(08...|57P0[1-5]|57014|25006|25P03|40001|40P01|53...|55P03)$/;

function isConflict(error: unknown): boolean {
  return error instanceof SQL.PostgresError && conflictStates.has(error.errno ?? "");
}

function translated(error: unknown): unknown {
  if (!(error instanceof SQL.PostgresError)) return error;
  const unreachable = error.code.startsWith("ERR_POSTGRES_CONNECTION") || unavailableStates.test(error.errno ?? "");
  return unreachable ? new Unavailable("PostgreSQL can't answer", { cause: error }) : error;
}
