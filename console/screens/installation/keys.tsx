import { Group, Switch, Text } from "@mantine/core";
import * as z from "zod";
import { operations } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import { type ItemOf, useRead } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { RecordForm } from "../../parts/forms/record-form";
import { ListScreen } from "../../parts/lists/list-screen";
import { EditButton, RecordDialog } from "../../parts/lists/record-dialog";
import type { Column } from "../../parts/lists/record-table";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { Loaded } from "../../parts/notices/loaded";
import { Properties } from "../../parts/properties";
import { SidePanel } from "../../parts/side-panel";
import { StatusBadge } from "../../parts/status-badge";
import { TextButton } from "../../parts/text-button";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";
import { NewKey } from "./keys/new-key";
import { RotateKey } from "./keys/rotate-key";

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
              {(close, cancel) => <NewKey onDone={close} onCancel={cancel} />}
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
        {opened && (
          <Loaded read={{ data: shown, error: read.error }}>
            {(apiKey) => (
              <>
                <KeyDetails apiKey={apiKey} />
                <RotateKey apiKey={apiKey} isActive={stateOf(apiKey) === "active"} />
              </>
            )}
          </Loaded>
        )}
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
