import { Button, Input, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../../parts/icon";
import { SortableList } from "../../../parts/lists/sortable-list";

interface Props<Item> {
  /** What one of them is called. */
  one: string;
  /** What they belong to. */
  of: string;
  items: readonly Item[];
  blank: Item;
  problem: string | undefined;
  onChange(items: Item[]): void;
  children(item: Item, index: number, change: (item: Item) => void): ReactNode;
}

/** A list within an item of a list, such as the logos of a card. */
export function PartList<Item>({ one, of, items, blank, problem, onChange, children }: Props<Item>) {
  return (
    <Stack gap="xs">
      <SortableList
        name={`${one} of ${of}`}
        items={items}
        labelOf={(_, index) => `${one} ${index + 1} of ${of}`}
        onChange={onChange}
      >
        {children}
      </SortableList>
      {problem && <Input.Error>{problem}</Input.Error>}
      <Button
        w="fit-content"
        size="xs"
        variant="subtle"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => onChange([...items, blank])}
      >
        Add a {one}
      </Button>
    </Stack>
  );
}
