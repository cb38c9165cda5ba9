import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Dialog } from "../dialog";
import { Icon, type IconName } from "../icon";
import { useFailure } from "./failure";
import { ProblemNotice } from "./problem-notice";
import { SlowAnswer } from "./slow-answer";

interface Props {
  label: string;
  /** What will happen, and whether it can be undone. */
  question: string;
  icon?: IconName;
  onConfirm(): Promise<unknown>;
}

/** For what can't be taken back easily. */
export function ConfirmButton({ label, question, icon = "trash", onConfirm }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [failure, setFailure] = useFailure();
  const [isBusy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    setFailure(undefined);
    await onConfirm().then(close, setFailure);
    setBusy(false);
  }
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" leftSection={<Icon name={icon} size={14} />} onClick={open}>
        {label}
      </Button>
      <Dialog title={`${label}?`} isOpen={isOpen} onClose={close} centered>
        <Stack>
          <Text>{question}</Text>
          {failure !== undefined && <ProblemNotice error={failure} />}
          {isBusy && <SlowAnswer />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Keep it
            </Button>
            <Button color="red.9" loading={isBusy} onClick={confirm}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
