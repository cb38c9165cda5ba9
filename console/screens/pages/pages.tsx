import { useNavigate } from "@tanstack/react-router";
import * as z from "zod";
import { operations } from "../../../contract";
import { pageStatuses, pageTypes } from "../../../contract/pages/pages";
import { useEdit } from "../../api/edits";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import type { ItemOf } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { type RecordField, RecordForm } from "../../parts/forms/record-form";
import { TextLink } from "../../parts/links";
import { FilterBox, FilterSelect } from "../../parts/lists/filters";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { pageTypeField, typeName } from "../../parts/page-types";
import { StatusBadge } from "../../parts/status-badge";
import { formatted } from "../../parts/time";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

const filterSchema = z.object({ query: z.string(), status: pageStatuses, pageType: pageTypes });

const columns: Column<ItemOf<"listPages">>[] = [
  {
    title: "Page",
    render: ({ pageId, name }) => (
      <TextLink to="/pages/$pageId" params={{ pageId }} fw={550}>
        {name}
      </TextLink>
    ),
  },
  { title: "Status", width: 120, render: ({ status }) => <StatusBadge status={status} /> },
  { title: "Type", width: 140, isMinor: true, render: ({ pageType }) => typeName(pageType) },
  { title: "Audiences", width: 110, isMinor: true, render: ({ audiencesCount }) => formatted(audiencesCount) },
  { title: "Changed", width: 150, isMinor: true, render: ({ updatedAt }) => <When at={updatedAt} /> },
];

export function Screen() {
  const { may } = useSession();
  const [filters, setFilters] = useFilters(filterSchema);
  const list = useList("listPages", { query: filters });
  return (
    <ListScreen
      title="Pages"
      about="A page is written once. Each audience sees it with their own names, links and words."
      actions={may("pages:write") && <NewPage />}
      filters={
        <>
          <FilterBox label="Search pages" value={filters.query} onChange={(query) => setFilters({ query })} />
          <FilterSelect
            label="Status"
            values={pageStatuses.options}
            value={filters.status}
            onChange={(status) => setFilters({ status })}
          />
          <FilterSelect
            label="Type"
            values={pageTypes.options}
            value={filters.pageType}
            onChange={(pageType) => setFilters({ pageType })}
          />
        </>
      }
      isFiltered={Object.keys(filters).length > 0}
      list={list}
      columns={columns}
      keyOf={({ pageId }) => pageId}
      empty={{
        icon: "page",
        title: "No pages yet",
        text: "Make the first one: give it a name and say what it is about. Everything else can wait.",
      }}
    />
  );
}

const newPageFields: RecordField[] = [
  {
    name: "name",
    label: "Name",
    required: true,
    placeholder: "Spring offer",
    description: "Also its title, until you change that",
  },
  {
    name: "pageContext",
    label: "What it is about",
    kind: "long",
    required: true,
    description: "Decides which topics come first",
  },
  pageTypeField,
];

function NewPage() {
  const edit = useEdit();
  const navigate = useNavigate();
  return (
    <FormModal name="new" label="New page">
      {(_, cancel) => (
        <RecordForm
          schema={operations.createPage.body}
          fields={newPageFields}
          initial={{ pageType: "outbound" }}
          also={{ actions: [], actionCardWidgets: [], scripts: [], brandId: "" }}
          submitLabel="Make the page"
          onCancel={cancel}
          onSubmit={async (body) => {
            const { pageId } = await edit("createPage", { body: body as never });
            navigate({ to: "/pages/$pageId", params: { pageId } });
          }}
        />
      )}
    </FormModal>
  );
}
