import { Alert, Button, Checkbox, Group, MultiSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Scope, scopes } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useList } from "../../api/list";
import type { ItemOf } from "../../api/operations";
import { CopyText } from "../../parts/copy-text";
import { useDialogEdits } from "../../parts/forms/dialog-edits";
import { FormModal } from "../../parts/forms/form-modal";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { ProblemNotice } from "../../parts/notices/problem-notice";
import { StatusBadge } from "../../parts/status-badge";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

type Row = ItemOf<"listApiKeys">;

function stateOf({ revokedAt, expiresAt }: Row): string {
  if (revokedAt) return "revoked";
  return expiresAt && Number(expiresAt) < Date.now() ? "expired" : "active";
}

export function Screen() {
  const { may, self } = useSession();
  const edit = useEdit();
  const list = useList("listApiKeys", {});
  const columns: Column<Row>[] = [
    { title: "Key", render: ({ name, hint, keyId }) => `${name} …${hint}${keyId === self.keyId ? " (this session)" : ""}` },
    { title: "State", width: 100, render: (key) => <StatusBadge status={stateOf(key)} /> },
    { title: "May", isMinor: true, render: ({ scopes: held }) => (held.includes("*") ? "everything" : held.join(", ")) },
    { title: "Last used", width: 140, isMinor: true, render: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
    { title: "Ends", width: 130, isMinor: true, render: ({ expiresAt }) => (expiresAt ? <When at={expiresAt} /> : "Never") },
    ...(may("api_keys:write")
      ? [
          {
            title: "Actions",
            width: 130,
            render: (key: Row) =>
              stateOf(key) === "active" &&
              key.keyId !== self.keyId && (
                <ConfirmButton
                  label="Revoke"
                  icon="close"
                  question={`Whatever uses ${key.name} is refused from now on. This can't be undone.`}
                  onConfirm={() => edit("revokeApiKey", { params: { key_id: key.keyId } }, { done: "Revoked" })}
                />
              ),
          },
        ]
      : []),
  ];
  return (
    <ListScreen
      title="API keys"
      about="One for each program that talks to Foyer, with no more rights than it needs."
      actions={
        may("api_keys:write") && (
          <FormModal name="new" label="New key">
            {(close) => <NewKey onDone={close} />}
          </FormModal>
        )
      }
      list={list}
      columns={columns}
      keyOf={({ keyId }) => keyId}
      empty={{ icon: "key", title: "No keys", text: "Make one for your CRM sync." }}
    />
  );
}

function NewKey({ onDone }: { onDone(): void }) {
  const edit = useEdit();
  const [name, setName] = useState("");
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const [key, setKey] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  useDialogEdits(key === undefined && (name !== "" || chosen.length > 0));
  async function make() {
    setFailure(undefined);
    try {
      const body = { name, scopes: (all ? ["*"] : chosen) as Scope[] };
      setKey((await edit("createApiKey", { body })).key ?? "");
    } catch (error) {
      setFailure(error);
    }
  }
  if (key !== undefined) {
    return (
      <Stack>
        <Alert color="teal" title="Here is the key">
          <Text size="sm" mb="xs">
            Copy it now: it can't be shown again.
          </Text>
          <CopyText text={key} label="Copy the key" />
        </Alert>
        <Button onClick={onDone}>Done</Button>
      </Stack>
    );
  }
  return (
    <Stack>
      <TextInput
        label="Name"
        withAsterisk
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
      {failure !== undefined && <ProblemNotice error={failure} />}
      <Group justify="flex-end">
        <Button disabled={name === "" || (!all && chosen.length === 0)} onClick={make}>
          Make the key
        </Button>
      </Group>
    </Stack>
  );
}
