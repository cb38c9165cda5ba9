import { Text } from "@mantine/core";
import * as z from "zod";
import type { Form } from "../../../contract";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import { PagePicker } from "../../parts/forms/page-picker";
import { TextLink } from "../../parts/links";
import { ExportButton } from "../../parts/lists/export-button";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { FormPicker } from "../../parts/pickers/form-picker";
import { SidePanel } from "../../parts/side-panel";
import { TextButton } from "../../parts/text-button";
import { useFormsOf } from "../../parts/visits/forms-of";
import { FoundLead, type Lead, senderOf } from "../../parts/visits/lead-details";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";
import { ownFieldsOf } from "./leads/own-fields";

const filterSchema = z.object({ formId: z.string(), pageId: z.string(), lead: z.string() });

/** Columns of the forms' own beside the others. */
const maxOwnColumns = 3;

function columnsOf(leads: readonly Lead[], forms: readonly Form[], onOpen: (lead: string) => void): Column<Lead>[] {
  const own = ownFieldsOf(leads, forms).slice(0, maxOwnColumns);
  const formNames = new Map(forms.map(({ formId, name }) => [formId, name]));
  const isOfSeveral = leads.some(({ formId }) => formId !== leads[0]?.formId);
  return [
    {
      title: "Who",
      render: (lead) => (
        <>
          <TextButton onClick={() => onOpen(lead.submissionId)}>{senderOf(lead)}</TextButton>
          {lead.isPrefilled && (
            <Text size="xs" c="dimmed" truncate className="below">
              As the page had filled it in
            </Text>
          )}
        </>
      ),
    },
    ...(isOfSeveral
      ? [{ title: "Form", width: 150, isMinor: true, render: ({ formId }: Lead) => formNames.get(formId) ?? "—" }]
      : []),
    ...own.map(({ name, label }) => ({
      key: name,
      title: label,
      isMinor: true,
      render: ({ values }: Lead) => values[name] ?? "—",
    })),
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
  ];
}

export function Screen() {
  const { may } = useSession();
  const [{ lead, ...filters }, setFilters] = useFilters(filterSchema);
  const list = useList("listFormSubmissions", { query: filters });
  const forms = useFormsOf(list.items, { enabled: may("forms:read") });
  return (
    <>
      <ListScreen
        title="Leads"
        about="What visitors sent with your forms, the last first."
        tools={<ExportButton id="listFormSubmissions" lists={[{ query: filters }]} name="leads" spread="values" />}
        filters={
          <>
            {may("forms:read") && (
              <FormPicker
                aria-label="Form"
                placeholder="Any form"
                none="Any form"
                w={{ base: "100%", xs: 260 }}
                value={filters.formId}
                onChange={(formId) => setFilters({ formId })}
              />
            )}
            <PagePicker value={filters.pageId} onChange={(pageId) => setFilters({ pageId })} />
          </>
        }
        isFiltered={Object.keys(filters).length > 0}
        list={list}
        columns={columnsOf(list.items, forms, (opened) => setFilters({ lead: opened }, { isStep: true }))}
        keyOf={({ submissionId }) => submissionId}
        empty={{
          icon: "form",
          title: "No leads yet",
          text: "Give a page an action that opens a form; what visitors send is listed here.",
        }}
      />
      <SidePanel title="What they sent" isOpen={lead !== undefined} onClose={() => setFilters({ lead: undefined })}>
        {lead && <FoundLead submissionId={lead} />}
      </SidePanel>
    </>
  );
}
