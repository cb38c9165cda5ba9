import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { ActionIcon, Card, Group, Menu } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../icon";

interface Props {
  /** Rows of the same list alone can be dropped on each other. */
  list: string;
  index: number;
  count: number;
  /** What the row is, for whoever can't see it. */
  label: string;
  onMove(from: number, to: number): void;
  /** More that the menu offers. */
  menu?: ReactNode;
  children: ReactNode;
}

/** A row that is dragged to its place, or moved with the menu beside it: by keyboard, and on a phone. */
export function SortableRow({ list, index, count, label, onMove, menu, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const grip = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const [isOver, setOver] = useState(false);
  const move = useRef(onMove);
  move.current = onMove;
  useEffect(() => {
    if (!row.current || !grip.current) return;
    return combine(
      draggable({
        element: row.current,
        dragHandle: grip.current,
        getInitialData: () => ({ list, index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: row.current,
        canDrop: ({ source }) => source.data.list === list,
        getData: () => ({ index }),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false);
          if (source.data.index !== index) move.current(Number(source.data.index), index);
        },
      }),
    );
  }, [list, index]);
  return (
    <Card withBorder ref={row} className="sortable-row" data-dragged={isDragged || undefined} data-over={isOver || undefined}>
      <Group wrap="nowrap" align="flex-start">
        <div ref={grip} className="grip" aria-hidden>
          <Icon name="grip" />
        </div>
        <div className="sortable-content">{children}</div>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`More for ${label}`}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={index === 0} leftSection={<Icon name="up" size={14} />} onClick={() => onMove(index, index - 1)}>
              Move up
            </Menu.Item>
            <Menu.Item
              disabled={index === count - 1}
              leftSection={<Icon name="down" size={14} />}
              onClick={() => onMove(index, index + 1)}
            >
              Move down
            </Menu.Item>
            {menu}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Card>
  );
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1));
}
