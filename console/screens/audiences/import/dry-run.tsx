import { Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { CheckedRows, FileRow, Mapping, RefusedRow } from "../../../api/import/rows";
import { rowsOfAGroup, sendRows } from "../../../api/import/send";
import { useCall } from "../../../api/operations";
import { failed } from "../../../parts/notices/notices";
import { formatted } from "../../../parts/time";
import { RowProblems } from "./row-problems";

interface Props {
  checked: CheckedRows;
  mapping: Mapping;
  pageId: string | null;
  /** Beside the button. */
  children: ReactNode;
}

interface Found {
  /** What was tried: of anything else, nothing is known. */
  checked: CheckedRows;
  created: number;
  updated: number;
  /** Rows that only the server refuses. */
  refused: RefusedRow[];
}

/** Asks the server what would happen, and changes nothing. */
export function DryRun({ checked, mapping, pageId, children }: Props) {
  const call = useCall();
  const [found, setFound] = useState<Found>();
  const [isBusy, setBusy] = useState(false);
  const latest = useRef<CheckedRows>(undefined);
  useEffect(() => {
    latest.current = checked;
    return () => {
      latest.current = undefined;
    };
  }, [checked]);

  async function run() {
    setBusy(true);
    const counts: Found = { checked, created: 0, updated: 0, refused: [] };
    try {
      for (let at = 0; at < checked.sound.length && latest.current === checked; at += rowsOfAGroup) {
        const group = checked.sound.slice(at, at + rowsOfAGroup);
        const rows = group.map(({ row }) => row);
        const results = await sendRows(call, rows, { mapping, pageId }, { dryRun: true });
        for (const [index, { outcome, problem }] of results.entries()) {
          if (problem !== undefined) counts.refused.push({ ...(group[index] as FileRow), problem });
          else if (outcome !== null) counts[outcome] += 1;
        }
      }
      setFound(counts);
    } catch (error) {
      failed(error);
    }
    setBusy(false);
  }

  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Button variant="default" loading={isBusy} onClick={run}>
          Try it without changing anything
        </Button>
        {children}
      </Group>
      {found?.checked === checked && (
        <>
          <Text size="sm" role="status">
            {formatted(found.created)} new, {formatted(found.updated)} known,{" "}
            {formatted(found.refused.length + checked.wrong.length)} refused
          </Text>
          <RowProblems rows={found.refused} />
        </>
      )}
    </Stack>
  );
}
