import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../dialog";
import { useFailure } from "./failure";
import { ProblemNotice } from "./problem-notice";
import { SlowAnswer } from "./slow-answer";

export interface ConfirmProps {
  /** What the button says that does it. */
  label: string;
  /** What will happen, and whether it can be undone. */
  question: string;
  onConfirm(): Promise<unknown>;
}

interface Props extends ConfirmProps {
  isOpen: boolean;
  onClose(): void;
}

/** Asks before what can't be taken back easily. */
export function ConfirmDialog({ label, question, isOpen, onClose, onConfirm }: Props) {
  const [failure, setFailure] = useFailure();
  const [isBusy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    setFailure(undefined);
    await onConfirm().then(onClose, setFailure);
    setBusy(false);
  }
  return (
    <Dialog title={`${label}?`} isOpen={isOpen} onClose={onClose} centered>
      <Stack>
        <Text>{question}</Text>
        {failure !== undefined && <ProblemNotice error={failure} />}
        {isBusy && <SlowAnswer />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button color="red.9" loading={isBusy} onClick={confirm}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
