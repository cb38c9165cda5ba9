import { SQL } from "bun";
import { TenantSlots } from "../event-loop/tenant-slots";
import { postgresDialect } from "./dialects";
import { type Database, type Reader, type Transaction, Unavailable, type Write } from "./port";
import { Deadlines } from "./postgres/deadlines";
import { isConflict, isFollowUp, translated } from "./postgres/errors";
import { NotificationListener } from "./postgres/notification-listener";
import { oneStatement } from "./postgres/one-statement";
import { connectTimeoutSeconds, Pool, type ReservedConnection, type Rows } from "./postgres/pool";
import { statementOf } from "./postgres/statement-texts";
import { Statistics } from "./postgres/statistics";
import { WakeUps } from "./postgres/wake-ups";
import { Listeners, Outbox } from "./signals";
import { type Sql, sql } from "./sql";

/** Four processes fit into the hundred connections that a server allows unless told otherwise. */
const connections = { reads: 6, transactions: 10, singleWrites: 6 };
const transactionsOfTenant = 8;
const defaultStatementMs = 10_000;
/** For backups and statistics. */
const patientStatementMs = 60_000;
/** For migrations and restored backups. */
const longStatementMs = 3_600_000;
const idleInTransactionMs = 30_000;
/** The server ends a statement that takes too long. One that it does not end by then has no server at its other end. */
const graceMs = 1_000;
const maxAttempts = 10;
const maxRetryDelayMs = 10;

interface PostgresOptions {
  /** How long a statement may take. */
  statementMs?: number;
}

export function openPostgres(url: string, { statementMs = defaultStatementMs }: PostgresOptions = {}): Database {
  const deadlines = new Deadlines();
  const answerMs = statementMs + graceMs;
  const openPool = (max: number, settings: Record<string, string>) =>
    new Pool(() => openClient(url, max, statementMs, settings), deadlines, answerMs);
  // Writes belong into a transaction: a statement that strays onto a new connection after a loss is refused.
  const readOnly = { default_transaction_read_only: "on" };
  // Apart, so that no read waits for the transactions of others.
  const pool = openPool(connections.reads, readOnly);
  const transactionPool = openPool(connections.transactions, readOnly);
  /** For writes of one statement, which is a transaction by itself. */
  const writingPool = openPool(connections.singleWrites, {});
  const listeners = new Listeners();
  // Tells our own signals from those of others: ours are heard as soon as they are committed.
  const tag = crypto.randomUUID();
  const notify = (channel: string) => pool.notify(channel, `${tag} `);
  const inTime = <Result>(answer: Promise<Result>) => deadlines.within(answerMs, answer, () => {});
  const notificationListener = new NotificationListener(url, listeners, { tag, call: notify, inTime });
  const wakeUps = new WakeUps(notify);
  const statistics = new Statistics((work) => repeated(() => transact(work, patientStatementMs)));
  const slots = new TenantSlots(connections.transactions, transactionsOfTenant);
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

  /** Whoever has waited for a slot for as long as one may wait for a connection is refused in the same way. */
  function inSlot<Result>(tenantId: string, run: () => Promise<Result>): Promise<Result> {
    const until = performance.now() + answerMs;
    return slots.run(tenantId, async () => {
      if (performance.now() > until) throw new Unavailable("the tenant's other changes took too long");
      return run();
    });
  }

  async function transact<Result>(work: (tx: Transaction) => Promise<Result>, ownStatementMs: number): Promise<Result> {
    const life: Life = { over: false, outbox: new Outbox(), woken: new Set(), tag, failure: undefined };
    const tell = () => {
      for (const signal of life.outbox.signals) listeners.tell(signal);
    };
    try {
      const result = await onOneConnection("READ WRITE", ownStatementMs, (connection) => work(transactionOn(connection, life)));
      tell();
      for (const channel of life.woken) wakeUps.add(channel);
      return result;
    } catch (error) {
      // A needless signal does no harm.
      if (error instanceof Unavailable && error.mayBeDone) tell();
      throw error;
    } finally {
      life.over = true;
    }
  }

  async function onOneConnection<Result>(
    mode: string,
    ownStatementMs: number,
    work: (connection: ReservedConnection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await transactionPool.reserve(ownStatementMs + graceMs);
    let isCommitting = false;
    try {
      await connection.control(`BEGIN ${mode}`);
      if (ownStatementMs !== statementMs) {
        const settings = ["statement_timeout", "lock_timeout"].map((name) => `set_config('${name}', '${ownStatementMs}', true)`);
        await connection.control(`SELECT ${settings.join(", ")}`);
      }
      const result = await work(connection);
      isCommitting = true;
      await connection.commit();
      connection.release();
      return result;
    } catch (error) {
      await connection.rollBack();
      throw isCommitting ? translated(error, { wasSent: true }) : error;
    }
  }

  async function writeAlone(write: Write): Promise<boolean> {
    try {
      const isAdded = (await executeWrite(writingPool, write)).length > 0;
      if (isAdded && write.wakes !== undefined) {
        listeners.tell({ channel: write.wakes, payload: "" });
        wakeUps.add(write.wakes);
      }
      return isAdded;
    } catch (error) {
      throw translated(error, { wasSent: true });
    }
  }

  return {
    dialect: postgresDialect,
    ...readerOn(pool),
    async transaction(work, { isLong = false, tenantId } = {}) {
      const run = () => repeated(() => transact(work, isLong ? longStatementMs : statementMs));
      const result = await (tenantId === undefined ? run() : inSlot(tenantId, run));
      statistics.changed();
      return result;
    },
    async write(write) {
      const isAdded = await repeated(() => writeAlone(write));
      statistics.changed();
      return isAdded;
    },
    async snapshot(work) {
      try {
        const mode = "ISOLATION LEVEL REPEATABLE READ READ ONLY";
        return await onOneConnection(mode, patientStatementMs, (connection) => work(readerOn(connection)));
      } catch (error) {
        throw translated(error);
      }
    },
    listen(channel, heard, missed) {
      notificationListener.listen(channel);
      return listeners.add(channel, heard, missed);
    },
    trouble: () => undefined,
    gauges: () => ({ postgres_transaction_retries_total: retries }),
    async close() {
      statistics.close();
      const notified = wakeUps.close();
      await Promise.all([
        notificationListener.close(),
        notified.then(() => pool.close()),
        transactionPool.close(),
        writingPool.close(),
      ]);
    },
  };
}

function openClient(url: string, max: number, statementMs: number, settings: Record<string, string>): SQL {
  return new SQL(url, {
    max,
    connectionTimeout: Math.min(connectTimeoutSeconds, statementMs / 1_000),
    connection: {
      application_name: "foyer",
      synchronous_commit: "on",
      // Every query has an index. A plan that is made while a table is small must not read all of it once the table is large.
      enable_seqscan: "off",
      statement_timeout: statementMs,
      lock_timeout: statementMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
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
  /** Of the first statement that failed: those that were sent behind it fail because of it. */
  failure: unknown;
}

type Executor = Pick<Pool, "send">;

function readerOn(executor: Executor): Reader {
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
function transactionOn(tx: ReservedConnection, life: Life): Transaction {
  const open = () => {
    if (life.over) throw new Unavailable("the transaction is over");
    return tx;
  };
  const noted = <Result>(sent: Promise<Result>): Promise<Result> =>
    sent.catch((error) => {
      life.failure ??= error;
      throw isFollowUp(error) ? life.failure : error;
    });
  const send = (query: Sql) => noted(execute(open(), query));
  const wake = (channel: string) => {
    life.outbox.add(channel, "");
    life.woken.add(channel);
  };
  return {
    first: async <Row>(query: Sql) => (await send(query))[0] as Row | undefined,
    all: async <Row>(query: Sql) => (await send(query)) as Row[],
    run: async (query) => (await send(query)).count,
    async write(write) {
      const isAdded = (await noted(executeWrite(open(), write))).length > 0;
      if (isAdded && write.wakes !== undefined) wake(write.wakes);
      return isAdded;
    },
    async lock(...names) {
      if (names.length > 0) await send(postgresDialect.lock(names) as Sql);
    },
    async tryLock(name) {
      const [row] = await send(postgresDialect.tryLock(name) as Sql);
      return row?.locked === true;
    },
    async signal(channel, payload = "") {
      life.outbox.add(channel, payload);
      await send(sql`SELECT pg_notify(${channel}, ${`${life.tag} ${payload}`})`);
    },
    wake,
  };
}

function execute(executor: Executor, query: Sql): Promise<Rows> {
  const { text, values } = statementOf(query);
  return executor.send(text, values);
}

function executeWrite(executor: Executor, write: Write): Promise<Rows> {
  const { text, values } = oneStatement(write);
  return executor.send(text, values);
}
