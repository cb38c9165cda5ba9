import { Button } from "@mantine/core";
import { useState } from "react";
import type { ListId, SentTo } from "../../../client";
import { noteCall } from "../../api/calls";
import { downloadCsv } from "../../api/csv";
import type { ItemOf } from "../../api/operations";
import { useSession } from "../../session/context";
import { isRefusedKey } from "../../session/session";
import { Icon } from "../icon";
import { failed } from "../notices/notices";

interface Props<Id extends ListId> {
  id: Id;
  /** What is filtered is what is exported: mostly one list; several become one. */
  lists: readonly SentTo<Id>[];
  name: string;
  /** A field whose own fields become columns. */
  spread?: string;
  /** The timestamp by which several lists become one, newest first. */
  newestBy?: string;
  /** Columns before a row's own: names that its identifiers stand for. */
  names?(rows: readonly ItemOf<Id>[]): Promise<(row: ItemOf<Id>) => Record<string, string>>;
}

/** A whole list as CSV. */
export function ExportButton<Id extends ListId>({ id, lists, name, spread, newestBy, names }: Props<Id>) {
  const { client, refused } = useSession();
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const each = client.each as (list: Id, input: SentTo<Id>) => AsyncGenerator<ItemOf<Id> & object>;
      const rows: (ItemOf<Id> & object)[] = [];
      for (const one of lists) {
        noteCall(id, one, { whole: "pages" });
        for await (const row of each(id, one)) rows.push(row);
      }
      if (newestBy !== undefined) rows.sort((one, other) => timeOf(other, newestBy) - timeOf(one, newestBy));
      const namesOf = await names?.(rows);
      const flat = rows.map((row) => ({ ...namesOf?.(row), ...flattened(row, spread) }));
      downloadCsv(name, withAllColumns(flat));
    } catch (error) {
      if (isRefusedKey(error)) refused(client);
      failed(error);
    }
    setBusy(false);
  }
  return (
    <Button variant="default" leftSection={<Icon name="download" size={16} />} loading={isBusy} onClick={download}>
      Export
    </Button>
  );
}

function timeOf(row: object, field: string): number {
  return Number((row as Record<string, unknown>)[field]);
}

/** A field of a form hides none of the row's own. */
function flattened(item: object, spread: string | undefined): Record<string, unknown> {
  const { [spread ?? ""]: inner, ...rest } = item as Record<string, unknown>;
  const read = Object.entries(rest).map(([field, value]) => [field, isTime(field, value) ? readableTime(value) : value]);
  const own = Object.entries(inner ?? {}).map(([field, value]) => [field in rest ? `${spread}.${field}` : field, value]);
  return Object.fromEntries([...read, ...own]);
}

/** Every row has every column, whichever form it came from. */
function withAllColumns(rows: readonly Record<string, unknown>[]): Record<string, string>[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.map((row) => Object.fromEntries(names.map((column) => [column, textOf(row[column])])));
}

function isTime(field: string, value: unknown): value is string {
  return field.endsWith("At") && typeof value === "string" && /^\+\d+$/.test(value);
}

/** As people and spreadsheets read it. */
function readableTime(timestamp: string): string {
  return new Date(Number(timestamp)).toISOString();
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
