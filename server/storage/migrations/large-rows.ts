import type { Dialect } from "../dialects";
import { audienceTables } from "./large-rows/audiences";
import { contentTables } from "./large-rows/content";
import { recordTables } from "./large-rows/records";
import type { LargeTable } from "./large-rows/table";

/**
 * SQLite finds a row of a table without rowids by reading whole rows on the way: with rows of a megabyte, a look-up took
 * milliseconds. Tables with large rows get rowids, and their long columns come last.
 */
export function largeRows({ engine, planFor, usePlans }: Dialect): string[] {
  if (engine !== "sqlite") return [];
  const tables = [...contentTables, ...audienceTables, ...recordTables];
  return [...tables.flatMap((table) => withRowids(table, planFor)), ...usePlans];
}

export function withRowids(table: LargeTable, planFor: Dialect["planFor"]): string[] {
  return [...rebuilt(table), ...plansOf(table, planFor)];
}

function rebuilt({ name, columns, key, indexes }: LargeTable): string[] {
  const names = Object.keys(columns).join(", ");
  const declared = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return [
    `CREATE TABLE rebuilt (${[...declared, `PRIMARY KEY (${key})`].join(", ")})`,
    `INSERT INTO rebuilt (${names}) SELECT ${names} FROM ${name} ORDER BY ${key}`,
    `DROP TABLE ${name}`,
    `ALTER TABLE rebuilt RENAME TO ${name}`,
    ...Object.entries(indexes).map(
      ([index, { unique, on }]) => `CREATE ${unique ? "UNIQUE " : ""}INDEX ${index} ON ${name} ${on}`,
    ),
  ];
}

function plansOf({ name, rows, indexes }: LargeTable, planFor: Dialect["planFor"]): string[] {
  const planned = Object.entries(indexes).flatMap(([index, plan]) => planFor(name, index, plan.rows));
  return [...planFor(name, `sqlite_autoindex_${name}_1`, rows), ...planned];
}
