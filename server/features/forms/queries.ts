import { builtInFormId, type Form, type FormWords, toTimestamp } from "../../../contract";
import type { WriteContext } from "../../context";
import { columns, integer, optionalText, type RowOf, text } from "../../storage/columns";
import type { Reader, Transaction } from "../../storage/port";
import { among, nothing, sql, type Value } from "../../storage/sql";

const formColumns = columns({
  form_id: text,
  name: text,
  instructions: optionalText,
  /** JSON. */
  fields: text,
  /** JSON: the words of the form. */
  look: text,
  created_at: integer,
  updated_at: integer,
});
export type FormRow = RowOf<typeof formColumns>;
const changeableColumns = formColumns.only("name", "instructions", "fields", "look", "updated_at");

const noWords: FormWords = { buttonTitle: null, thanks: null, next: null, consent: null };

export function toForm(row: FormRow): Form {
  return {
    formId: row.form_id,
    name: row.name,
    instructions: row.instructions,
    fields: JSON.parse(row.fields),
    ...noWords,
    ...JSON.parse(row.look),
    isBuiltIn: row.form_id === builtInFormId,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
  };
}

export function findForm(db: Reader, tenantId: string, formId: string): Promise<FormRow | undefined> {
  return db.first(sql`SELECT ${formColumns.names} FROM forms WHERE tenant_id = ${tenantId} AND form_id = ${formId}`);
}

export async function formsById(db: Reader, tenantId: string, formIds: readonly string[]): Promise<Map<string, FormRow>> {
  if (formIds.length === 0) return new Map();
  const rows = await db.all<FormRow>(sql`
    SELECT ${formColumns.names} FROM forms WHERE tenant_id = ${tenantId} AND form_id ${among(formIds)}`);
  return new Map(rows.map((row) => [row.form_id, row]));
}

/** Locks the row until the end of the transaction. */
export function findFormToChange(ctx: WriteContext, formId: string): Promise<FormRow | undefined> {
  return ctx.db.first(sql`
    SELECT ${formColumns.names} FROM forms WHERE tenant_id = ${ctx.tenantId} AND form_id = ${formId} ${ctx.dialect.forUpdate}`);
}

const longBytes = formColumns.bytes("instructions", "fields", "look");

/** Which ones are next, and how large they are. */
export function newestForms(
  db: Reader,
  tenantId: string,
  position: Value[] | undefined,
  limit: number,
): Promise<(Pick<FormRow, "form_id"> & { bytes: number })[]> {
  const [last] = (position ?? []) as [string];
  const before = position === undefined ? nothing : sql`AND form_id < ${last}`;
  return db.all(sql`
    SELECT form_id, ${longBytes} FROM forms WHERE tenant_id = ${tenantId} ${before} ORDER BY form_id DESC LIMIT ${limit}`);
}

export async function insertForm({ db, tenantId }: { db: Transaction; tenantId: string }, row: FormRow): Promise<void> {
  await db.run(sql`
    INSERT INTO forms (tenant_id, ${formColumns.names})
    VALUES (${tenantId}, ${formColumns.values(row)})`);
}

export async function updateFormRow(ctx: WriteContext, row: FormRow): Promise<void> {
  await ctx.db.run(sql`
    UPDATE forms SET ${changeableColumns.assignments(row)}
    WHERE tenant_id = ${ctx.tenantId} AND form_id = ${row.form_id}`);
}

export async function deleteFormRow(ctx: WriteContext, formId: string): Promise<boolean> {
  return (await ctx.db.run(sql`DELETE FROM forms WHERE tenant_id = ${ctx.tenantId} AND form_id = ${formId}`)) === 1;
}

/** The words that a request names. */
export function formWordsIn({ buttonTitle, thanks, next, consent }: { [Word in keyof FormWords]?: FormWords[Word] | undefined }) {
  const named = Object.entries({ buttonTitle, thanks, next, consent }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named);
}
