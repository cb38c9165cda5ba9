import { describe, expect, test } from "bun:test";
import type { Database, Reader } from "../../server/storage/port";
import { type Sql, statement } from "../../server/storage/sql";
import { tableNames } from "../support/database/state";
import { allOperations } from "../support/samples/path-params";
import { send, World } from "../support/samples/world";
import { useService } from "../support/service/service";
import { sourcesOf } from "../support/sources";

/** Tables that belong to no tenant. */
const sharedTables = ["installation", "migrations", "tenants"];
/** Finds the tenant of a key, or checks keys of many tenants, so it can't name the tenant. */
const keyByHash = /^SELECT [^?]+ FROM api_keys WHERE hash (= (\?|\$\{hash\})|\$\{among\(hashes\)\})$/;
/** Finds the tenant of a host: a visitor names no tenant. */
const domainByName = /^SELECT tenant_id, domain_id FROM domains WHERE domain = (\?|\$\{domain\}) AND verified_at IS NOT NULL$/;
/** Jobs are claimed for all tenants, in turn; each then runs as its own tenant. */
const waitingJobs = /\bFROM jobs WHERE (ready = 1 |ready = 0 AND claimed_by IS NULL |\$\{isDelayed\} )/;
const claimedJobs = /\bFROM jobs WHERE claimed_by IS NOT NULL\b|^UPDATE jobs SET renewals = renewals \+ 1 WHERE claimed_by /;
/** Shown to the operator. */
const deadJobs = /\bFROM jobs WHERE dead_at IS NOT NULL /;
/** Events get their positions for all tenants; secrets are encrypted with one key, whosever they are. */
const newEvents = /\bFROM events WHERE position IS NULL\b/;
const secrets = /\bFROM webhook_subscriptions WHERE secret LIKE /;
/** Names all tenants with open streams, or finds those whose events have no deliveries yet. */
const feedPositions = /\bFROM feed_positions WHERE (tenant_id (\$\{among\(tenantIds\)\}|IN |= ANY)|delivered < position )/;
/** Removes what killed processes have left behind. */
const goneProcesses = /^DELETE FROM event_streams WHERE seen_at < /;
const mayLackTenant = (text: string) =>
  [keyByHash, domainByName, waitingJobs, claimedJobs, deadJobs, newEvents, secrets, feedPositions, goneProcesses].some(
    (pattern) => pattern.test(text),
  );

describe("every row belongs to a tenant", () => {
  const service = useService("sqlite");

  test("every primary key and every unique index begins with the tenant, but for those named here", async () => {
    const { db } = service();
    const others: string[] = [];
    for (const table of await tableNames(db)) {
      const key = statement(`SELECT name FROM pragma_table_info('${table}') WHERE pk = 1`);
      const indexes = statement(`SELECT column.name FROM pragma_index_list('${table}') AS list
        JOIN pragma_index_info(list.name) AS column WHERE list."unique" = 1 AND column.seqno = 0`);
      const first = [...(await db.all<{ name: string }>(key)), ...(await db.all<{ name: string }>(indexes))];
      others.push(...first.filter(({ name }) => name !== "tenant_id").map(({ name }) => `${table}.${name}`));
    }
    expect([...new Set(others)].sort()).toEqual([
      "api_keys.hash",
      "domains.domain",
      "installation.name",
      "migrations.version",
      "tenants.name",
    ]);
  });

  test("every query that runs while all operations are called names the tenant for every table", async () => {
    const { db, api, advance } = service();
    const tables = (await tableNames(db)).filter((table) => !sharedTables.includes(table));
    const texts = recordQueries(db);
    const world = await World.build(api, "north", db);
    for (const operation of allOperations) {
      const request = { params: await world.params(operation), body: world.body(operation) };
      await send(api, operation, { ...request, headers: { "idempotency-key": crypto.randomUUID() } });
    }
    advance(31 * 86_400_000);
    for (const table of ["events", "idempotency"]) {
      while (![...texts].some((text) => text.startsWith(`DELETE FROM ${table} WHERE`))) await Bun.sleep(10);
    }
    expect(texts.size).toBeGreaterThan(allOperations.length);
    expect([...texts].filter((text) => !mayLackTenant(text) && namedTenants(text) < usesOf(tables, text))).toEqual([]);
  });

  test("every query in the sources names the tenant or takes a filter that does", async () => {
    const tables = (await tableNames(service().db)).filter((table) => !sharedTables.includes(table));
    const queries = sourcesOf("server").flatMap(({ text }) => templatesIn(text));
    const touching = queries.filter((query) => usesOf(tables, query) > 0);
    expect(touching.length).toBeGreaterThan(allOperations.length);
    const filtered = /\bWHERE \$\{\w*[fF]ilter\b/;
    expect(touching.filter((query) => !mayLackTenant(query) && !filtered.test(query) && namedTenants(query) === 0)).toEqual([]);
  });
});

/** Every sql`…` of a source, on one line, with its expressions. */
function templatesIn(source: string): string[] {
  return [...source.matchAll(/\bsql`/g)].map(({ index }) =>
    source
      .slice(index + 4, endOfTemplate(source, index + 4))
      .replace(/\s+/g, " ")
      .trim(),
  );
}

function endOfTemplate(source: string, start: number): number {
  let at = start;
  for (let depth = 0; depth > 0 || source[at] !== "`"; at += 1) {
    if (depth > 0 && source[at] === "`") at = endOfTemplate(source, at + 1);
    else if (source[at] === "{" && (depth > 0 || source[at - 1] === "$")) depth += 1;
    else if (source[at] === "}" && depth > 0) depth -= 1;
  }
  return at;
}

/** Collects the text of every query that this database is given from now on. */
function recordQueries(db: Database): Set<string> {
  const texts = new Set<string>();
  const note = (query: Sql): Sql => {
    texts.add(query.pieces.join("?").replace(/\s+/g, " ").trim());
    return query;
  };
  const noting = ({ first, all }: Reader): Reader => ({ first: (query) => first(note(query)), all: (query) => all(note(query)) });
  const transaction: Database["transaction"] = db.transaction;
  Object.assign(db, noting(db), {
    transaction: ((work) =>
      transaction((tx) => work({ ...tx, ...noting(tx), run: (query) => tx.run(note(query)) }))) satisfies Database["transaction"],
  });
  return texts;
}

function usesOf(tables: string[], text: string): number {
  return [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) (\w+)/g)].filter(([, table]) => tables.includes(table as string)).length;
}

function namedTenants(text: string): number {
  return [...text.matchAll(/\btenant_id (?:=|IN)|\bINTO \w+ \(tenant_id\b/g)].length;
}
