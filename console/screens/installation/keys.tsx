import {
  Alert,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  PasswordInput,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import { createClient, type SentTo } from "../../../client";
import { operations, type Scope, scopes } from "../../../contract";
import { toTimestamp } from "../../../contract/timestamps";
import { noteAway } from "../../api/away";
import { noteCall } from "../../api/calls";
import { useEdit } from "../../api/edits";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import { type ItemOf, readAgain, useRead } from "../../api/operations";
import { CopyText } from "../../parts/copy-text";
import { useDialogEdits } from "../../parts/forms/dialog-edits";
import { FormModal } from "../../parts/forms/form-modal";
import { EditButton, RecordDialog } from "../../parts/forms/record-dialog";
import { RecordForm } from "../../parts/forms/record-form";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { useFailure } from "../../parts/notices/failure";
import { Loaded } from "../../parts/notices/loaded";
import { ProblemNotice } from "../../parts/notices/problem-notice";
import { SlowAnswer } from "../../parts/notices/slow-answer";
import { Properties } from "../../parts/properties";
import { SidePanel } from "../../parts/side-panel";
import { StatusBadge } from "../../parts/status-badge";
import { TextButton } from "../../parts/text-button";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

type Row = ItemOf<"listApiKeys">;

const filterSchema = z.object({ key: z.string(), ended: z.literal("shown") });

function stateOf({ revokedAt, expiresAt }: Row): string {
  if (revokedAt) return "revoked";
  return expiresAt && Number(expiresAt) < Date.now() ? "expired" : "active";
}

export function Screen() {
  const { may, self } = useSession();
  const edit = useEdit();
  const [{ key: opened, ended }, setFilters] = useFilters(filterSchema);
  const list = useList("listApiKeys", { query: ended === undefined ? { active: true } : {} });
  const listed = (id: string | undefined) => list.items.find(({ keyId }) => keyId === id);
  const read = useRead("getApiKey", { params: { key_id: opened ?? "" } }, { enabled: opened !== undefined });
  const shown = read.data ?? listed(opened);
  const columns: Column<Row>[] = [
    {
      title: "Key",
      render: (key) => (
        <KeyName apiKey={key} isOwn={key.keyId === self.keyId} onOpen={() => setFilters({ key: key.keyId }, { isStep: true })} />
      ),
    },
    { title: "State", width: 100, isMinor: true, render: (key) => <StatusBadge status={stateOf(key)} /> },
    { title: "May", isMinor: true, render: ({ scopes: held }) => (held.includes("*") ? "everything" : held.join(", ")) },
    { title: "Last used", width: 140, isMinor: true, render: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
    { title: "Ends", width: 130, isMinor: true, render: ({ expiresAt }) => (expiresAt ? <When at={expiresAt} /> : "Never") },
    ...(may("api_keys:write")
      ? [
          {
            title: "Actions",
            width: 210,
            render: (key: Row) => (
              <Group gap="xs" wrap="nowrap">
                <EditButton id={key.keyId} label="Rename" />
                {stateOf(key) === "active" && key.keyId !== self.keyId && (
                  <ConfirmButton
                    label="Revoke"
                    icon="close"
                    question={`Whatever uses ${key.name} is refused from now on. This can't be undone.`}
                    onConfirm={() => edit("revokeApiKey", { params: { key_id: key.keyId } }, { done: "Revoked" })}
                  />
                )}
              </Group>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
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
        filters={
          <Switch
            label="Show ended keys"
            checked={ended !== undefined}
            onChange={(event) => setFilters({ ended: event.currentTarget.checked ? "shown" : undefined })}
          />
        }
        list={list}
        columns={columns}
        keyOf={({ keyId }) => keyId}
        empty={{ icon: "key", title: "No keys", text: "Make one for your CRM sync." }}
      />
      <SidePanel title={shown?.name ?? ""} isOpen={opened !== undefined} onClose={() => setFilters({ key: undefined })}>
        {opened && <Loaded read={{ data: shown, error: read.error }}>{(apiKey) => <KeyDetails apiKey={apiKey} />}</Loaded>}
      </SidePanel>
      {may("api_keys:write") && (
        <RecordDialog title="Rename the key" listed={listed} read="getApiKey" sentFor={(id) => ({ params: { key_id: id } })}>
          {(apiKey, close, cancel) => <RenameKey apiKey={apiKey} onDone={close} onCancel={cancel} />}
        </RecordDialog>
      )}
    </>
  );
}

/** On a phone, with its state below: beside it, there would be no room left for what revokes it. */
function KeyName({ apiKey, isOwn, onOpen }: { apiKey: Row; isOwn: boolean; onOpen(): void }) {
  return (
    <>
      <TextButton onClick={onOpen}>{`${apiKey.name} …${apiKey.hint}${isOwn ? " (this session)" : ""}`}</TextButton>
      <Text size="xs" c="dimmed" className="below narrow-only">
        {stateOf(apiKey)}
      </Text>
    </>
  );
}

/** All that the list has no room for. */
function KeyDetails({ apiKey }: { apiKey: Row }) {
  const { hint, scopes: held, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKey;
  return (
    <Properties
      values={{
        "Last characters": <code>{hint}</code>,
        State: <StatusBadge status={stateOf(apiKey)} />,
        May: held.includes("*") ? "everything" : held.map((scope) => <div key={scope}>{scope}</div>),
        Made: <When at={createdAt} />,
        "Last used": <When at={lastUsedAt} />,
        Ends: <When at={expiresAt} />,
        ...(revokedAt && { Revoked: <When at={revokedAt} /> }),
      }}
    />
  );
}

/** With the session's key, or with one that is typed for it alone: a wrong one does not end the session. */
function useMakeKey() {
  const edit = useEdit();
  const queries = useQueryClient();
  return async (body: NonNullable<SentTo<"createApiKey">["body"]>, ownKey: string): Promise<string> => {
    if (ownKey === "") return (await edit("createApiKey", { body })).key ?? "";
    noteCall("createApiKey", { body });
    const making = createClient({ url: location.origin, apiKey: ownKey.trim() }).createApiKey({ body });
    making.catch(noteAway);
    const { key } = await making;
    await readAgain(queries);
    return key ?? "";
  };
}

function RenameKey({ apiKey, onDone, onCancel }: { apiKey: Row; onDone(): void; onCancel(): void }) {
  const edit = useEdit();
  return (
    <RecordForm
      schema={operations.updateApiKey.body}
      fields={[{ name: "name", label: "Name", required: true }]}
      initial={{ name: apiKey.name }}
      empty="keep"
      submitLabel="Save"
      onCancel={onCancel}
      onSubmit={async (body) => {
        await edit("updateApiKey", { params: { key_id: apiKey.keyId }, body }, { done: "Renamed" });
        onDone();
      }}
    />
  );
}

const dayMs = 86_400_000;
const lives = [
  { value: "30", label: "After 30 days" },
  { value: "90", label: "After 90 days" },
  { value: "365", label: "After a year" },
];

function NewKey({ onDone }: { onDone(): void }) {
  const { self } = useSession();
  const makeKey = useMakeKey();
  const [ownKey, setOwnKey] = useState("");
  const [name, setName] = useState("");
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const [days, setDays] = useState<string | null>(null);
  const [key, setKey] = useState<string>();
  const [failure, setFailure] = useFailure(`${name} ${all} ${chosen} ${days} ${ownKey}`);
  const [isBusy, setBusy] = useState(false);
  const endsSoon = self.expiresAt !== null;
  useDialogEdits(key === undefined && (name !== "" || chosen.length > 0));
  async function make() {
    setFailure(undefined);
    setBusy(true);
    try {
      const expiresAt = days === null ? null : toTimestamp(Date.now() + Number(days) * dayMs);
      const body = { name, scopes: (all ? ["*"] : chosen) as Scope[], expiresAt };
      setKey(await makeKey(body, ownKey));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
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
      {endsSoon && (
        <PasswordInput
          label="Your own API key"
          description="The console's own ends with the session, and a key can't make one that lives longer. It is used once and forgotten."
          withAsterisk
          autoComplete="off"
          value={ownKey}
          onChange={(event) => setOwnKey(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": "Show the key" }}
        />
      )}
      {failure !== undefined && <ProblemNotice error={failure} />}
      {isBusy && <SlowAnswer />}
      <Group justify="flex-end">
        <Button
          disabled={name === "" || (!all && chosen.length === 0) || (endsSoon && ownKey === "")}
          loading={isBusy}
          onClick={make}
        >
          Make the key
        </Button>
      </Group>
    </Stack>
  );
}
