import { Text } from "@mantine/core";
import type { RefusedRow } from "../../../api/import/rows";
import { formatted } from "../../../parts/time";

const shown = 5;

/** The first of the rows that can't be imported, and why. */
export function RowProblems({ rows }: { rows: readonly RefusedRow[] }) {
  return (
    <>
      {rows.slice(0, shown).map(({ line, problem }) => (
        <Text key={line} size="sm">
          Line {line}: {problem}
        </Text>
      ))}
      {rows.length > shown && (
        <Text size="sm">… and {formatted(rows.length - shown)} more. They come back as a CSV at the end.</Text>
      )}
    </>
  );
}
