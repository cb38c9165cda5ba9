import { Alert, Button, Stack, Text } from "@mantine/core";
import { CopyText } from "../copy-text";
import { useHeldDialog } from "./held-dialog";
import { SecretGuard } from "./unsaved";

interface Props {
  /** What it is called, for example `secret`. */
  name: string;
  about?: string;
  secret: string;
  onDone(): void;
}

/** A secret that nobody can be shown again: the dialog around it is closed by "Done" alone. */
export function ShownOnce({ name, about, secret, onDone }: Props) {
  useHeldDialog(true);
  return (
    <Stack>
      <SecretGuard name={name} />
      <Alert color="teal" title={`Here is the ${name}`}>
        <Text size="sm" mb="xs">
          {about} Copy it now: it can't be shown again.
        </Text>
        <CopyText text={secret} label={`Copy the ${name}`} />
      </Alert>
      <Button onClick={onDone}>Done</Button>
    </Stack>
  );
}
