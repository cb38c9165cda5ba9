import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { failed } from "./notices";

const shownMs = 10_000;

/** Says what was done, and takes it back if asked to. */
export function undoable(message: string, undo: () => Promise<unknown>): void {
  const id = notifications.show({
    autoClose: shownMs,
    color: "teal",
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            undo().catch(failed);
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
