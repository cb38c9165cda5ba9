import { Checkbox } from "@mantine/core";
import type { Column } from "./record-table";

interface Choice<Row> {
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
  idOf(row: Row): string;
  nameOf(row: Row): string;
}

/** Rows are chosen here for what is done with several at once. */
export function choiceColumn<Row>({ chosen, onChange, idOf, nameOf }: Choice<Row>): Column<Row> {
  return {
    title: "Choose",
    width: 44,
    head: (rows) => {
      const ids = new Set(rows.map(idOf));
      const isAll = ids.isSubsetOf(chosen);
      return (
        <Checkbox
          aria-label="Choose all that are listed so far"
          checked={isAll}
          indeterminate={!isAll && !ids.isDisjointFrom(chosen)}
          onChange={() => onChange(isAll ? chosen.difference(ids) : chosen.union(ids))}
        />
      );
    },
    render: (row) => (
      <Checkbox
        aria-label={`Choose ${nameOf(row)}`}
        checked={chosen.has(idOf(row))}
        onChange={() => onChange(chosen.symmetricDifference(new Set([idOf(row)])))}
      />
    ),
  };
}
