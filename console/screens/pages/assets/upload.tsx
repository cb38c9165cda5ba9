import { ActionIcon, Button, Card, FileButton, Group, Progress, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useEdit } from "../../../api/edits";
import { Icon } from "../../../parts/icon";
import { failed } from "../../../parts/notices/notices";
import { formatted } from "../../../parts/time";

/** A file that is being sent, or waits for its turn. */
interface Sending {
  id: number;
  file: File;
  /** From 0 to 1; undefined before its turn. */
  share: number | undefined;
  stop: AbortController;
}

let lastId = 0;

/** One file after the other: together they would only be slower each. */
export function useUploads() {
  const edit = useEdit();
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const change = (id: number, share: number) =>
    setSending((all) => all.map((each) => (each.id === id ? { ...each, share } : each)));

  async function send({ id, file, stop }: Sending): Promise<void> {
    const { signal } = stop;
    if (signal.aborted) return;
    change(id, 0);
    const onProgress = (sentBytes: number, totalBytes: number) => change(id, totalBytes === 0 ? 1 : sentBytes / totalBytes);
    await edit("createAsset", { file, body: {} }, { done: `${file.name} is here`, signal, onProgress }).catch(
      (error) => signal.aborted || failed(error),
    );
  }

  async function upload(files: File[]): Promise<void> {
    const added = files.map((file): Sending => {
      lastId += 1;
      return { id: lastId, file, share: undefined, stop: new AbortController() };
    });
    setSending((before) => [...before, ...added]);
    for (const each of added) {
      await send(each);
      setSending((all) => all.filter(({ id }) => id !== each.id));
    }
  }

  function stop({ id, stop: controller }: Sending): void {
    controller.abort();
    setSending((all) => all.filter((each) => each.id !== id));
  }

  return { sending, upload, stop };
}

export function UploadButton({ onChoose }: { onChoose(files: File[]): void }) {
  return (
    <FileButton onChange={onChoose} multiple>
      {(props) => (
        <Button {...props} leftSection={<Icon name="upload" size={16} />}>
          Upload
        </Button>
      )}
    </FileButton>
  );
}

export function Uploads({ sending, onStop }: { sending: readonly Sending[]; onStop(upload: Sending): void }) {
  if (sending.length === 0) return null;
  return (
    <Card withBorder mb="lg" component="section" aria-label="Uploads">
      <Stack gap="sm">
        {sending.map((upload) => (
          <Group key={upload.id} wrap="nowrap" gap="sm">
            <Stack gap={4} flex={1} miw={0}>
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <Text size="sm" truncate>
                  {upload.file.name}
                </Text>
                <Text size="sm" c="dimmed" className="unbroken">
                  {stateOf(upload)}
                </Text>
              </Group>
              <Progress value={100 * (upload.share ?? 0)} aria-label={`How much of ${upload.file.name} is sent`} />
            </Stack>
            <ActionIcon variant="subtle" color="gray" aria-label={`Stop ${upload.file.name}`} onClick={() => onStop(upload)}>
              <Icon name="close" />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

const bytesPerMb = 1_048_576;

/** Once all is sent, the server looks at it, which takes a moment for a large picture. */
function stateOf({ share, file: { size } }: Sending): string {
  if (share === undefined) return "Waiting";
  if (share >= 1) return "Being checked";
  const megabytes = (bytes: number) => formatted(Math.round((10 * bytes) / bytesPerMb) / 10);
  return `${megabytes(share * size)} of ${megabytes(size)} MB`;
}
