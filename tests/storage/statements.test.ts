import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "../../server/storage/open";
import { sql, statement } from "../../server/storage/sql";
import { Prepared } from "../../server/storage/sqlite/connection";
import { createStorage } from "../support/database/engines";

/** More texts than are kept anywhere. A list with seventeen filters has a hundred thousand. */
const manyTexts = 5_100;
const textOf = (number: number) => statement(`SELECT ${number} AS number`);

describe("however many texts queries have", () => {
  test("as many are known as there is room for, and all of them work", () => {
    const known = textOf(1).pieces;
    const combined = (number: number) => sql`SELECT ${textOf(number)} AND ${number}`.pieces;
    const knownCombined = combined(2);
    expect([textOf(1).pieces, combined(2)]).toEqual([known, knownCombined]);
    expect([textOf(1).pieces === known, combined(2) === knownCombined]).toEqual([true, true]);
    for (let number = 0; number < manyTexts; number += 1) textOf(10_000 + number);
    expect([textOf(1).pieces === known, combined(2) === knownCombined]).toEqual([false, false]);
    expect([textOf(1).pieces, combined(2)]).toEqual([known, knownCombined]);
  });

  test("SQLite keeps two thousand of them prepared, and prepares the others again", async () => {
    await using storage = { ...(await createStorage("sqlite")), [Symbol.asyncDispose]: () => storage.remove() };
    const prepared = new Prepared(join(storage.dataFolder, "statements.db"), 0);
    const first = textOf(0);
    const kept = prepared.statement(first);
    for (let number = 1; number < 2_000; number += 1) prepared.first(textOf(number));
    expect(prepared.statement(first)).toBe(kept);
    prepared.first(textOf(2_000));
    expect(() => kept.get()).toThrow();
    expect(prepared.first<{ number: number }>(first)).toEqual({ number: 0 });
    prepared.close();
  });

  test("a connection to PostgreSQL has no more than a thousand of them prepared", async () => {
    await using storage = { ...(await createStorage("postgres")), [Symbol.asyncDispose]: () => storage.remove() };
    const db = openDatabase(storage);
    const prepared = await db.transaction(async (tx) => {
      for (let number = 0; number < 1_500; number += 1)
        expect(await tx.first<{ number: number }>(sql`${textOf(number)} WHERE ${"a value"} <> ''`)).toEqual({ number });
      return tx.first<{ count: number }>(statement("SELECT CAST(count(*) AS INTEGER) AS count FROM pg_prepared_statements"));
    });
    await db.close();
    expect(prepared?.count).toBeGreaterThan(100);
    expect(prepared?.count).toBeLessThanOrEqual(1_024);
  });
});
