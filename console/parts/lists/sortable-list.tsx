import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon";
import { moved, SortableRow } from "./sortable-row";

interface Props<Item> {
  /** Rows of the same list alone can be dropped on each other. */
  name: string;
  items: readonly Item[];
  /** What a row is, for whoever can't see it. */
  labelOf(item: Item, index: number): string;
  keyOf?(item: Item, index: number): string;
  removing?: { label: string; icon: IconName };
  onChange(items: Item[]): void;
  children(item: Item, index: number, change: (item: Item) => void): ReactNode;
}

/** Rows that are brought into their order and removed; nothing is saved here. */
export function SortableList<Item>({
  name,
  items,
  labelOf,
  keyOf = (_, index) => String(index),
  removing = { label: "Remove", icon: "trash" },
  onChange,
  children,
}: Props<Item>) {
  return items.map((item, index) => (
    <SortableRow
      key={keyOf(item, index)}
      list={name}
      index={index}
      count={items.length}
      label={labelOf(item, index)}
      onMove={(from, to) => onChange(moved(items, from, to))}
      menu={
        <Menu.Item
          color="red"
          leftSection={<Icon name={removing.icon} size={14} />}
          onClick={() => onChange(items.toSpliced(index, 1))}
        >
          {removing.label}
        </Menu.Item>
      }
    >
      {children(item, index, (changed) => onChange(items.with(index, changed)))}
    </SortableRow>
  ));
}
