import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ApiKey } from "../../../../contract";
import type { rotationOverlaps } from "../../../../contract/installation/api-keys";
import { useDialog } from "../../../api/dialog";
import { useDialogEdits } from "../../../parts/forms/dialog-edits";
import { FormButtons } from "../../../parts/forms/form-buttons";
import { FormModal } from "../../../parts/forms/form-modal";
import { useHeldDialog } from "../../../parts/forms/held-dialog";
import { ShownOnce } from "../../../parts/forms/shown-once";
import { useFailure } from "../../../parts/notices/failure";
import { ProblemNotice } from "../../../parts/notices/problem-notice";
import { SlowAnswer } from "../../../parts/notices/slow-answer";
import { useSession } from "../../../session/context";
import { OwnKeyInput, useIssueKey } from "./issuing";

type Overlap = (typeof rotationOverlaps)[number];

const overlaps: Record<Overlap, string> = { "0": "At once", "1h": "In an hour", "24h": "In 24 hours", "7d": "In 7 days" };

/** Replaces any key but the session's own. */
export function RotateKey({ apiKey, isActive }: { apiKey: ApiKey; isActive: boolean }) {
  const { may, self } = useSession();
  const name = `rotate-${apiKey.keyId}`;
  const { isOpen } = useDialog(name);
  // A key that ends at once is not active any more while its successor is shown.
  if (!may("api_keys:write") || apiKey.keyId === self.keyId || (!isActive && !isOpen)) return null;
  return (
    <Group mt="lg">
      <FormModal name={name} label="Replace" icon="key" variant="default" title="Replace the key">
        {(close, cancel) => <Rotation apiKey={apiKey} onDone={close} onCancel={cancel} />}
      </FormModal>
    </Group>
  );
}

function Rotation({ apiKey, onDone, onCancel }: { apiKey: ApiKey; onDone(): void; onCancel(): void }) {
  const { keyId, name, expiresAt } = apiKey;
  const { self } = useSession();
  const issueKey = useIssueKey();
  const [overlap, setOverlap] = useState<Overlap>("24h");
  const [ownKey, setOwnKey] = useState("");
  const [key, setKey] = useState<string>();
  const [failure, setFailure] = useFailure(`${overlap} ${ownKey}`);
  const [isBusy, setBusy] = useState(false);
  const outlivesSession = self.expiresAt !== null && (expiresAt === null || Number(expiresAt) > Number(self.expiresAt));
  useHeldDialog(isBusy);
  useDialogEdits(key === undefined && !isBusy && ownKey !== "");
  async function rotate() {
    setFailure(undefined);
    setBusy(true);
    try {
      setKey(await issueKey("rotateApiKey", { params: { key_id: keyId }, body: { overlap } }, ownKey));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }
  if (key !== undefined) return <ShownOnce name="key" secret={key} onDone={onDone} />;
  return (
    <Stack>
      <Text size="sm">
        A new key takes the place of {name}, with the same rights. Both work until the old one ends, so that your program can
        change over.
      </Text>
      <Select
        label="The old key ends"
        data={Object.entries(overlaps).map(([value, label]) => ({ value, label }))}
        value={overlap}
        onChange={(value) => setOverlap(value as Overlap)}
        allowDeselect={false}
      />
      {outlivesSession && <OwnKeyInput value={ownKey} onChange={setOwnKey} />}
      {failure !== undefined && <ProblemNotice error={failure} />}
      {isBusy && <SlowAnswer />}
      <FormButtons onCancel={onCancel}>
        <Button disabled={outlivesSession && ownKey === ""} loading={isBusy} onClick={rotate}>
          Replace the key
        </Button>
      </FormButtons>
    </Stack>
  );
}
