import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { type CsvRow, type Mapping, personOf, rowsAtOnce } from "../../../api/import";
import type { Caller } from "../../../api/operations";
import { failed } from "../../../parts/notices/notices";
import { formatted } from "../../../parts/time";

interface Props {
  call: Caller;
  rows: readonly CsvRow[];
  /** How many other rows are refused without asking. */
  refused: number;
  mapping: Mapping;
}

/** Asks the server what would happen, and changes nothing. */
export function DryRun({ call, rows, refused, mapping }: Props) {
  const [found, setFound] = useState<{ created: number; updated: number; refused: number }>();
  const [isBusy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    const counts = { created: 0, updated: 0, refused };
    try {
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        const persons = rows.slice(at, at + rowsAtOnce).map((row) => personOf(row, mapping));
        const { results } = await call("upsertPersonBatch", { body: { persons: persons as never, dryRun: true } });
        for (const { outcome } of results) counts[outcome ?? "refused"] += 1;
      }
      setFound(counts);
    } catch (error) {
      failed(error);
    }
    setBusy(false);
  }
  return (
    <Group>
      <Button variant="default" loading={isBusy} onClick={run}>
        Try it without changing anything
      </Button>
      {found && (
        <Text size="sm" role="status">
          {formatted(found.created)} new, {formatted(found.updated)} known, {formatted(found.refused)} refused
        </Text>
      )}
    </Group>
  );
}
