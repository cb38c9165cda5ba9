import { type Sql, statement, type Value } from "./sql";

/** A column's type. The property is for the type checker alone. */
export interface Column<Type extends Value> {
  readonly type?: Type;
}

export const text: Column<string> = {};
export const optionalText: Column<string | null> = {};
export const integer: Column<number> = {};
export const optionalInteger: Column<number | null> = {};

/** A text column that holds one of a set of values. */
export function textOf<Type extends string | null>(): Column<Type> {
  return {};
}

type Declaration = Readonly<Record<string, Column<Value>>>;
type RowFrom<Declared extends Declaration> = {
  -readonly [Name in keyof Declared]: Declared[Name] extends Column<infer Type> ? Type : never;
};

/** The row that a list of columns describes. */
export type RowOf<Described> = Described extends Columns<infer Declared> ? RowFrom<Declared> : never;

/** The columns of a table, beside `tenant_id`: declared once, and used to read, insert and update its rows. */
export interface Columns<Declared extends Declaration> {
  /** `a, b, c` for SELECT and INSERT. */
  readonly names: Sql;
  /** `a_b AS "aB", c` for SELECT: each under the name that the API has for it. */
  readonly camelCased: Sql;
  /** `a = excluded.a, b = excluded.b` for an INSERT that finds its row there already. */
  readonly excluded: Sql;
  /** `alias.a, alias.b, alias.c`, each `AS` its name with the prefix if there is one. */
  of(alias: string, prefix?: string): Sql;
  /** The parameters for `names`. */
  values(row: RowFrom<Declared>): Sql;
  /** The values of the parameters for `names`. */
  list(row: RowFrom<Declared>): Value[];
  /** The row in a result whose columns were read with a prefix. */
  from(result: Readonly<Record<string, Value>>, prefix: string): RowFrom<Declared>;
  /** `a = …, b = …, c = …` for UPDATE. */
  assignments(row: RowFrom<Declared>): Sql;
  /** `… AS bytes` for SELECT: the size of long columns, for which neither engine reads them. */
  bytes(...long: (keyof Declared & string)[]): Sql;
  only<Name extends keyof Declared & string>(...names: Name[]): Columns<Pick<Declared, Name>>;
  without<Name extends keyof Declared & string>(...names: Name[]): Columns<Omit<Declared, Name>>;
}

export function columns<const Declared extends Declaration>(declaration: Declared): Columns<Declared> {
  const names = Object.keys(declaration);
  // Built once, because statements are prepared by the identity of their pieces.
  const valuePieces = ["", ...names.slice(1).map(() => ", "), ""];
  const assignmentPieces = [...names.map((name, index) => `${index === 0 ? "" : ", "}${name} = `), ""];
  const list = (row: Readonly<Record<string, Value>>) => names.map((name) => row[name] as Value);
  const pick = (kept: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(declaration).filter(([name]) => kept(name)));
  return {
    names: statement(names.join(", ")),
    camelCased: statement(names.map((name) => (name.includes("_") ? `${name} AS "${camelCased(name)}"` : name)).join(", ")),
    excluded: statement(names.map((name) => `${name} = excluded.${name}`).join(", ")),
    of: (alias, prefix) =>
      statement(names.map((name) => `${alias}.${name}${prefix === undefined ? "" : ` AS ${prefix}${name}`}`).join(", ")),
    values: (row) => ({ pieces: valuePieces, values: list(row) }),
    list,
    // The prefixed names are those that `of` has written.
    from: (result, prefix) =>
      Object.fromEntries(names.map((name) => [name, result[prefix + name]])) as unknown as RowFrom<Declared>,
    assignments: (row) => ({ pieces: assignmentPieces, values: list(row) }),
    bytes: (...long) => statement(`${long.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ")} AS bytes`),
    // `pick` keeps exactly the names that the types say.
    only: <Name extends keyof Declared & string>(...some: Name[]) =>
      columns(pick((name) => some.includes(name as Name)) as Pick<Declared, Name>),
    without: <Name extends keyof Declared & string>(...some: Name[]) =>
      columns(pick((name) => !some.includes(name as Name)) as Omit<Declared, Name>),
  };
}

function camelCased(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
