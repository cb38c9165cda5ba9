import { Code, Stack, Text, Timeline } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { operations } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useList } from "../../api/list";
import { useRead } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { RecordForm } from "../../parts/forms/record-form";
import { Heading } from "../../parts/heading";
import { AudienceTable } from "../../parts/lists/audience-table";
import { LoadMore } from "../../parts/lists/load-more";
import { NoItems } from "../../parts/lists/no-items";
import { RecordTable } from "../../parts/lists/record-table";
import { EmptyState } from "../../parts/notices/empty-state";
import { Loaded } from "../../parts/notices/loaded";
import { AddressTabs } from "../../parts/tabs";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";
import { AccountTimeline } from "./account/account-timeline";
import { personColumns } from "./persons";

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const { accountId } = useParams({ strict: false }) as { accountId: string };
  const params = { account_id: accountId };
  const account = useRead("getAccount", { params });
  return (
    <Loaded read={account}>
      {({ name, domain }) => (
        <>
          <Heading title={name ?? domain} about={domain} back={{ to: "/accounts", label: "Accounts" }}>
            {may("accounts:write") && (
              <FormModal name="edit" label="Rename" icon="form" variant="default">
                {(close, cancel) => (
                  <RecordForm
                    schema={operations.updateAccount.body}
                    fields={[{ name: "name", label: "Name", required: true }]}
                    initial={{ name: name ?? "" }}
                    submitLabel="Save"
                    onCancel={cancel}
                    onSubmit={async (body) => {
                      await edit("updateAccount", { params, body: body as never }, { done: "Saved" });
                      close();
                    }}
                  />
                )}
              </FormModal>
            )}
          </Heading>
          <AddressTabs
            tabs={[
              { value: "timeline", label: "Timeline", content: <AccountTimeline accountId={accountId} /> },
              ...(may("persons:read")
                ? [{ value: "persons", label: "Persons", content: <Persons accountId={accountId} /> }]
                : []),
              ...(may("audiences:read")
                ? [{ value: "audiences", label: "Audiences", content: <Audiences accountId={accountId} /> }]
                : []),
              { value: "logs", label: "Log", content: <Logs accountId={accountId} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

function Persons({ accountId }: { accountId: string }) {
  const list = useList("listAccountPersons", { params: { account_id: accountId } });
  return (
    <RecordTable
      label="Persons"
      list={list}
      columns={personColumns}
      keyOf={({ personId }) => personId}
      empty={<EmptyState icon="person" title="Nobody here" text="Persons belong to the account of their domain." />}
    />
  );
}

function Audiences({ accountId }: { accountId: string }) {
  const list = useList("listTenantAudiences", { query: { accountId } });
  return <AudienceTable list={list} empty="No page is made for this account or its persons yet." />;
}

function Logs({ accountId }: { accountId: string }) {
  const list = useList("listAccountLogs", { params: { account_id: accountId } }, { keepsAll: true });
  return (
    <>
      <NoItems list={list}>
        <EmptyState icon="event" title="The log is empty" text="Your systems write to it through the API: calls, mails, deals." />
      </NoItems>
      <Timeline bulletSize={16} lineWidth={2}>
        {list.items.map(({ accountLogId, source, type, payload, createdAt }) => (
          <Timeline.Item key={accountLogId} title={`${type} · ${source}`}>
            <Stack gap={4}>
              <Text size="sm" c="dimmed">
                <When at={createdAt} />
              </Text>
              <Code block tabIndex={0}>
                {JSON.stringify(payload, null, 2)}
              </Code>
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
      <LoadMore list={list} />
    </>
  );
}
