import { Alert, Button, Card, FileInput, Select, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { checkRows, type ImportField, importFields, type Mapping } from "../../../api/import/rows";
import { type ImportState, newImport } from "../../../api/import/state";
import { PagePicker } from "../../../parts/forms/page-picker";
import { Icon } from "../../../parts/icon";
import { failed } from "../../../parts/notices/notices";
import { DropZone } from "../../../parts/pickers/drop-zone";
import { formatted } from "../../../parts/time";
import { useSession } from "../../../session/context";
import { DryRun } from "./dry-run";
import { guessMapping } from "./guess-mapping";
import { type CsvFile, readCsv } from "./read-csv";
import { RowProblems } from "./row-problems";

const noFile: CsvFile = { rows: [], lines: [], columns: [] };

export function ChooseFile({ onStart }: { onStart(state: ImportState): void }) {
  const { may, self } = useSession();
  const { pageId: given } = useSearch({ strict: false }) as { pageId?: string };
  const [file, setFile] = useState<File | null>(null);
  const [content, setContent] = useState<CsvFile>();
  const [mapping, setMapping] = useState<Mapping>({});
  const [pageId, setPageId] = useState<string | null>(given ?? null);
  const latest = useRef<File>(null);

  async function read(chosen: File | null) {
    latest.current = chosen;
    setFile(chosen);
    setContent(undefined);
    if (!chosen) return;
    try {
      const found = await readCsv(chosen);
      // Another file may have been chosen while this one was read.
      if (latest.current !== chosen) return;
      setContent(found);
      setMapping(guessMapping(found.columns));
    } catch (error) {
      if (latest.current === chosen) failed(error);
    }
  }

  const { rows, columns, problem, note } = content ?? noFile;
  const checked = useMemo(() => checkRows(content ?? noFile, mapping, pageId !== null), [content, mapping, pageId]);
  const { sound, wrong } = checked;
  const start = () => onStart(newImport({ tenantId: self.tenantId, pageId, mapping, columns }, checked));

  return (
    <Stack maw={760}>
      <DropZone label="Drop the CSV file" onDrop={([dropped = null]) => read(dropped)} />
      <FileInput
        label="CSV file"
        description="With the names of its columns in the first line"
        placeholder="Choose a file, or drop it here"
        accept=".csv,text/csv"
        leftSection={<Icon name="upload" size={16} />}
        value={file}
        onChange={read}
        error={problem}
        clearable
        clearButtonProps={{ "aria-label": "No file" }}
      />
      {note !== undefined && (
        <Text size="sm" role="status">
          {note}
        </Text>
      )}
      {rows.length > 0 && (
        <>
          <Card withBorder>
            <Title order={2} size="h4" mb="sm">
              Which column is what?
            </Title>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {(Object.entries(importFields) as [ImportField, string][]).map(([field, label]) => (
                <Select
                  key={field}
                  label={label}
                  withAsterisk={field === "name"}
                  data={columns}
                  value={mapping[field] ?? null}
                  onChange={(column) =>
                    setMapping(({ [field]: _, ...rest }) => (column === null ? rest : { ...rest, [field]: column }))
                  }
                  clearable
                  clearButtonProps={{ "aria-label": `No ${label.toLowerCase()}` }}
                />
              ))}
            </SimpleGrid>
          </Card>
          {may("audiences:write") && (
            <PagePicker
              label="Make everybody an audience of"
              description="Without a page, only persons are made"
              none="No page"
              isOffered={({ status }) => status !== "archived"}
              value={pageId ?? undefined}
              onChange={(chosen) => setPageId(chosen ?? null)}
            />
          )}
          <Alert
            color={wrong.length === 0 ? "teal" : "yellow"}
            title={`${formatted(sound.length)} of ${formatted(rows.length)} rows are fine`}
          >
            <RowProblems rows={wrong} />
          </Alert>
          <DryRun checked={checked} mapping={mapping} pageId={pageId}>
            <Button disabled={sound.length === 0} onClick={start}>
              Import {wrong.length > 0 && `${formatted(sound.length)} of `}
              {rows.length === 1 ? "1 row" : `${formatted(rows.length)} rows`}
            </Button>
          </DryRun>
        </>
      )}
    </Stack>
  );
}
