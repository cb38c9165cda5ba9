import { Button } from "@mantine/core";
import { useState } from "react";
import type { ListId, SentTo } from "../../../client";
import { noteCall } from "../../api/calls";
import { downloadCsv } from "../../api/csv";
import { useSession } from "../../session/context";
import { Icon } from "../icon";
import { failed } from "../notices/notices";

interface Props<Id extends ListId> {
  id: Id;
  /** What is filtered is what is exported: one list, or several that become one. */
  sent: SentTo<Id> | readonly SentTo<Id>[];
  name: string;
  /** A field whose own fields become columns. */
  spread?: string;
  /** The timestamp by which several lists become one, newest first. */
  newestBy?: string;
}

/** A whole list as CSV. */
export function ExportButton<Id extends ListId>({ id, sent, name, spread, newestBy }: Props<Id>) {
  const { client } = useSession();
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      noteCall(id, sent, { whole: "pages" });
      const each = client.each as (list: Id, input: SentTo<Id>) => AsyncGenerator<object>;
      const rows: object[] = [];
      for (const one of Array.isArray(sent) ? sent : [sent]) for await (const row of each(id, one)) rows.push(row);
      if (newestBy !== undefined) rows.sort((one, other) => timeOf(other, newestBy) - timeOf(one, newestBy));
      downloadCsv(name, withAllColumns(rows, spread));
    } catch (error) {
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

/** Every row has every column, whichever form it came from. A field of a form hides none of the row's own. */
function withAllColumns(items: readonly object[], spread: string | undefined): Record<string, string>[] {
  const flat = items.map((item) => {
    const { [spread ?? ""]: inner, ...rest } = item as Record<string, unknown>;
    const own = Object.entries(inner ?? {}).map(([field, value]) => [field in rest ? `${spread}.${field}` : field, value]);
    return { ...rest, ...Object.fromEntries(own) } as Record<string, unknown>;
  });
  const names = [...new Set(flat.flatMap((row) => Object.keys(row)))];
  return flat.map((row) => Object.fromEntries(names.map((column) => [column, textOf(row[column])])));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
