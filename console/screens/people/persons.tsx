import * as z from "zod";
import { operations } from "../../../contract";
import { useEdit } from "../../api/edits";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import type { ItemOf } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { type RecordField, RecordForm } from "../../parts/forms/record-form";
import { LinkButton, TextLink } from "../../parts/links";
import { FilterBox } from "../../parts/lists/filters";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

const filterSchema = z.object({ query: z.string(), domain: z.string() });

export const personColumns: Column<ItemOf<"listPersons">>[] = [
  {
    title: "Person",
    render: ({ personId, name }) => (
      <TextLink to="/persons/$personId" params={{ personId }} fw={550}>
        {name}
      </TextLink>
    ),
  },
  { title: "E-mail", render: ({ email }) => email ?? "—" },
  { title: "Domain", isMinor: true, render: ({ domain }) => domain ?? "—" },
  { title: "Added", width: 150, isMinor: true, render: ({ createdAt }) => <When at={createdAt} /> },
];

export const personFields: RecordField[] = [
  { name: "name", label: "Name", required: true },
  { name: "email", label: "E-mail", placeholder: "ada@example.com" },
  { name: "domain", label: "Company domain", description: "Taken from a business e-mail address when it is left out" },
  { name: "phoneNumber", label: "Phone" },
  { name: "linkedinProfileUrl", label: "LinkedIn profile" },
];

export function Screen() {
  const { may } = useSession();
  const [filters, setFilters] = useFilters(filterSchema);
  const list = useList("listPersons", { query: filters });
  return (
    <ListScreen
      title="Persons"
      about="Everybody you make pages for. A business e-mail address also tells their account."
      actions={
        may("persons:write") && (
          <>
            <LinkButton to="/import" variant="default">
              Import CSV
            </LinkButton>
            <NewPerson />
          </>
        )
      }
      filters={
        <>
          <FilterBox label="Search persons" value={filters.query} onChange={(query) => setFilters({ query })} />
          <FilterBox label="Domain" value={filters.domain} onChange={(domain) => setFilters({ domain })} />
        </>
      }
      isFiltered={Object.keys(filters).length > 0}
      list={list}
      columns={personColumns}
      keyOf={({ personId }) => personId}
      empty={{ icon: "person", title: "Nobody yet", text: "Add the first person, or import a list from your CRM as CSV." }}
    />
  );
}

function NewPerson() {
  const edit = useEdit();
  return (
    <FormModal name="new" label="New person">
      {(close, cancel) => (
        <RecordForm
          schema={operations.createPerson.body}
          fields={personFields}
          submitLabel="Add the person"
          onCancel={cancel}
          onSubmit={async (body) => {
            await edit("createPerson", { body: body as never }, { done: "Added" });
            close();
          }}
        />
      )}
    </FormModal>
  );
}
