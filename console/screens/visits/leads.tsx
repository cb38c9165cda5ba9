import { Select } from "@mantine/core";
import * as z from "zod";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import { type ItemOf, useRead } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { TextLink } from "../../parts/links";
import { ExportButton } from "../../parts/lists/export-button";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { Properties } from "../../parts/properties";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

type Lead = ItemOf<"listFormSubmissions">;

const filterSchema = z.object({ formId: z.string(), pageId: z.string() });

const columns: Column<Lead>[] = [
  { title: "Who", render: ({ identifier, values }) => identifier ?? values.name ?? "Unknown" },
  { title: "Sent", width: 140, render: ({ submittedAt }) => <When at={submittedAt} /> },
  {
    title: "Person",
    width: 100,
    isMinor: true,
    render: ({ personId }) =>
      personId ? (
        <TextLink to="/persons/$personId" params={{ personId }}>
          Open
        </TextLink>
      ) : (
        "—"
      ),
  },
  {
    title: "What they sent",
    width: 150,
    render: ({ values }) => (
      <FormModal label="Show" title="What they sent" icon="eye" variant="light">
        {() => <Properties values={values} />}
      </FormModal>
    ),
  },
];

export function Screen() {
  const { may } = useSession();
  const [filters, setFilters] = useFilters(filterSchema);
  const list = useList("listFormSubmissions", { query: filters });
  const forms = useRead("listForms", { query: { limit: 100 } }, { enabled: may("forms:read") });
  return (
    <ListScreen
      title="Leads"
      about="What visitors sent with your forms, the last first."
      actions={<ExportButton id="listFormSubmissions" sent={{ query: filters }} name="leads" spread="values" />}
      filters={
        forms.data && (
          <Select
            aria-label="Form"
            placeholder="Any form"
            data={forms.data.items.map(({ formId, name }) => ({ value: formId, label: name }))}
            value={filters.formId ?? null}
            onChange={(formId) => setFilters({ formId: formId ?? undefined })}
            clearable
            clearButtonProps={{ "aria-label": "Any form" }}
          />
        )
      }
      isFiltered={Object.keys(filters).length > 0}
      list={list}
      columns={columns}
      keyOf={({ submissionId }) => submissionId}
      empty={{
        icon: "form",
        title: "No leads yet",
        text: "Give a page an action that opens a form; what visitors send is listed here.",
      }}
    />
  );
}
