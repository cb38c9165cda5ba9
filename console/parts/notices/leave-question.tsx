import { Button, Group, Stack, Text } from "@mantine/core";
import { Dialog } from "../dialog";

export interface LeaveWords {
  title: string;
  leaveLabel: string;
  /** What is lost. */
  text?: string;
}

interface Props extends LeaveWords {
  isOpen: boolean;
  onStay(): void;
  onLeave(): void;
}

const unsaved = "What you typed here is not saved yet. If you leave now, it is lost.";

/** Asks before unsaved edits are lost. */
export function LeaveQuestion({ title, text = unsaved, leaveLabel, isOpen, onStay, onLeave }: Props) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onStay} centered>
      <Stack>
        <Text>{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onLeave}>
            {leaveLabel}
          </Button>
          <Button data-autofocus onClick={onStay}>
            Stay here
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
