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
  /** What is filtered is what is exported. */
  sent: SentTo<Id>;
  name: string;
  /** A field whose own fields become columns. */
  spread?: string;
}

/** A whole list as CSV. */
export function ExportButton<Id extends ListId>({ id, sent, name, spread }: Props<Id>) {
  const { client } = useSession();
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      noteCall(id, sent, { whole: "pages" });
      const each = client.each as (list: Id, input: SentTo<Id>) => AsyncGenerator<object>;
      downloadCsv(name, withAllColumns(await Array.fromAsync(each(id, sent)), spread));
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

/** Every row has every column, whichever form it came from. */
function withAllColumns(items: readonly object[], spread: string | undefined): Record<string, string>[] {
  const flat = items.map((item) => {
    const { [spread ?? ""]: inner, ...rest } = item as Record<string, unknown>;
    return { ...rest, ...(inner as object) } as Record<string, unknown>;
  });
  const names = [...new Set(flat.flatMap((row) => Object.keys(row)))];
  return flat.map((row) => Object.fromEntries(names.map((column) => [column, textOf(row[column])])));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
