import { Card, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { type Audience, operations } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useRead } from "../../../api/operations";
import { type FieldValue, type FormField, RecordForm } from "../../../parts/forms/record-form";
import { PagePreview } from "../../../parts/preview/page-preview";
import { Properties } from "../../../parts/properties";
import { useSession } from "../../../session/context";

/** What this audience sees instead of what the page says. */
export function AudienceOverrides({ audience }: { audience: Audience }) {
  const { may } = useSession();
  const edit = useEdit();
  const [typed, setTyped] = useState<Record<string, FieldValue>>({});
  const forms = useRead("listForms", { query: { limit: 100 } }, { enabled: may("forms:read") });
  const values = {
    customName: audience.customName ?? "",
    actionUrlOverride: audience.actionUrlOverride ?? "",
    actionFormIdOverride: audience.actionFormIdOverride ?? "",
    actionFormInstructionsOverride: audience.actionFormInstructionsOverride ?? "",
    supplementaryContext: audience.supplementaryContext ?? "",
  };
  const fields: FormField[] = [
    { name: "customName", label: "Name" },
    { name: "actionUrlOverride", label: "Where the main button leads", placeholder: "https://…" },
    {
      name: "actionFormIdOverride",
      label: "Form",
      kind: "choice",
      options: (forms.data?.items ?? []).map(({ formId, name }) => ({ value: formId, label: name })),
    },
    { name: "actionFormInstructionsOverride", label: "Words above the form", kind: "long" },
    { name: "supplementaryContext", label: "What else is known about them", kind: "long" },
  ];
  if (!may("audiences:write")) {
    return (
      <Properties
        values={Object.fromEntries(fields.map(({ name, label }) => [label, values[name as keyof typeof values] || null]))}
      />
    );
  }
  return (
    <Stack>
      <Card withBorder maw={640}>
        <RecordForm
          key={JSON.stringify(values)}
          onEdit={setTyped}
          schema={operations.updateAudience.body}
          fields={fields}
          initial={values}
          empty="null"
          submitLabel="Save"
          onSubmit={(body) =>
            edit(
              "updateAudience",
              { params: { page_id: audience.pageId, audience_id: audience.audienceId }, body },
              { unchangedSince: audience, done: "Saved. Build a new version to bring it to them" },
            )
          }
        />
      </Card>
      <Title order={2} size="h4" mt="md">
        As they would see it
      </Title>
      <PagePreview pageId={audience.pageId} sent={{ audienceId: audience.audienceId, overrides: orNull(typed) }} />
    </Stack>
  );
}

/** An empty field takes an override away. */
function orNull(values: Record<string, FieldValue>): Record<string, FieldValue | null> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]));
}
