import * as z from "zod";
import { operations } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import type { ItemOf } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { RecordForm } from "../../parts/forms/record-form";
import { TextLink } from "../../parts/links";
import { FilterBox } from "../../parts/lists/filters";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

const filterSchema = z.object({ query: z.string() });

const columns: Column<ItemOf<"listAccounts">>[] = [
  {
    title: "Account",
    render: ({ accountId, name, domain }) => (
      <TextLink to="/accounts/$accountId" params={{ accountId }} fw={550}>
        {name ?? domain}
      </TextLink>
    ),
  },
  { title: "Domain", render: ({ domain }) => domain },
  { title: "Persons", width: 100, isMinor: true, render: ({ linkedPersons }) => linkedPersons.length },
  { title: "Last activity", width: 150, isMinor: true, render: ({ latestActivityAt }) => <When at={latestActivityAt} /> },
];

const fields = [
  { name: "domain", label: "Domain", required: true, placeholder: "example.com" },
  { name: "name", label: "Name", placeholder: "Example Inc." },
];

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const [filters, setFilters] = useFilters(filterSchema);
  const list = useList("listAccounts", { query: filters });
  return (
    <ListScreen
      title="Accounts"
      about="The companies behind your persons, by domain. A person with a business address makes theirs."
      actions={
        may("accounts:write") && (
          <FormModal name="new" label="New account">
            {(close, cancel) => (
              <RecordForm
                schema={operations.createAccount.body}
                fields={fields}
                submitLabel="Add the account"
                onCancel={cancel}
                onSubmit={async (body) => {
                  await edit("createAccount", { body: body as never }, { done: "Added" });
                  close();
                }}
              />
            )}
          </FormModal>
        )
      }
      filters={<FilterBox label="Search accounts" value={filters.query} onChange={(query) => setFilters({ query })} />}
      isFiltered={Object.keys(filters).length > 0}
      list={list}
      columns={columns}
      keyOf={({ accountId }) => accountId}
      empty={{ icon: "account", title: "No accounts yet", text: "They come by themselves with the persons you add." }}
    />
  );
}
