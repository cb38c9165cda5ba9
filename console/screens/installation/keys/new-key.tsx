import { Button, Checkbox, MultiSelect, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Scope, scopes } from "../../../../contract";
import { toTimestamp } from "../../../../contract/timestamps";
import { useDialogEdits } from "../../../parts/forms/dialog-edits";
import { FormButtons } from "../../../parts/forms/form-buttons";
import { useHeldDialog } from "../../../parts/forms/held-dialog";
import { ShownOnce } from "../../../parts/forms/shown-once";
import { useFailure } from "../../../parts/notices/failure";
import { ProblemNotice } from "../../../parts/notices/problem-notice";
import { SlowAnswer } from "../../../parts/notices/slow-answer";
import { useSession } from "../../../session/context";
import { OwnKeyInput, useIssueKey } from "./issuing";

const dayMs = 86_400_000;
const lives = [
  { value: "30", label: "After 30 days" },
  { value: "90", label: "After 90 days" },
  { value: "365", label: "After a year" },
];

/** A key with a choice of rights, shown once. */
export function NewKey({ onDone, onCancel }: { onDone(): void; onCancel(): void }) {
  const { self } = useSession();
  const issueKey = useIssueKey();
  const [ownKey, setOwnKey] = useState("");
  const [name, setName] = useState("");
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const [days, setDays] = useState<string | null>(null);
  const [key, setKey] = useState<string>();
  const [failure, setFailure] = useFailure(`${name} ${all} ${chosen} ${days} ${ownKey}`);
  const [isBusy, setBusy] = useState(false);
  const endsSoon = self.expiresAt !== null;
  useHeldDialog(isBusy);
  useDialogEdits(key === undefined && (name !== "" || chosen.length > 0));
  async function make() {
    setFailure(undefined);
    setBusy(true);
    try {
      const expiresAt = days === null ? null : toTimestamp(Date.now() + Number(days) * dayMs);
      const body = { name, scopes: (all ? ["*"] : chosen) as Scope[], expiresAt };
      setKey(await issueKey("createApiKey", { body }, ownKey));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }
  if (key !== undefined) return <ShownOnce name="key" secret={key} onDone={onDone} />;
  return (
    <Stack>
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        placeholder="CRM sync"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox label="May do everything" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
      {!all && (
        <MultiSelect
          label="Scopes"
          data={scopes.filter((scope) => scope !== "*")}
          value={chosen}
          onChange={setChosen}
          searchable
          clearable
          clearButtonProps={{ "aria-label": "No scopes" }}
        />
      )}
      <Select
        label="Ends"
        placeholder="Never"
        data={lives}
        value={days}
        onChange={setDays}
        clearable
        clearButtonProps={{ "aria-label": "No end" }}
      />
      {endsSoon && <OwnKeyInput value={ownKey} onChange={setOwnKey} />}
      {failure !== undefined && <ProblemNotice error={failure} />}
      {isBusy && <SlowAnswer />}
      <FormButtons onCancel={onCancel}>
        <Button
          disabled={name === "" || (!all && chosen.length === 0) || (endsSoon && ownKey === "")}
          loading={isBusy}
          onClick={make}
        >
          Make the key
        </Button>
      </FormButtons>
    </Stack>
  );
}
