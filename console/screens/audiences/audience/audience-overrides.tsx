import { Card, Stack, Title } from "@mantine/core";
import { type Audience, operations } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { sentMetadata } from "../../../api/sent-metadata";
import { useDraft } from "../../../parts/forms/draft";
import { DraftForm } from "../../../parts/forms/draft-form";
import type { FieldValue, FormField } from "../../../parts/forms/record-form";
import { UnsavedGuard } from "../../../parts/forms/unsaved";
import { FormPicker } from "../../../parts/pickers/form-picker";
import { PagePreview } from "../../../parts/preview/page-preview";
import { Properties } from "../../../parts/properties";
import { PublishBanner } from "../../../parts/publishing/publish-banner";
import { useSession } from "../../../session/context";

/** What this audience sees instead of what the page says. */
export function AudienceOverrides({ audience }: { audience: Audience }) {
  return <Overrides key={audience.audienceId} audience={audience} />;
}

function Overrides({ audience }: { audience: Audience }) {
  const { may } = useSession();
  const edit = useEdit();
  const draft = useDraft(audience, overridesOf);
  const fields: FormField[] = [
    { name: "customName", label: "Name", description: "For you; visitors see the title" },
    { name: "metadataOverride.title", label: "Title", placeholder: "As on the page" },
    {
      name: "metadataOverride.description",
      label: "Description",
      kind: "long",
      description: "For search engines, and where the address is shared",
    },
    { name: "actionUrlOverride", label: "Where the main button leads", placeholder: "https://…" },
    { name: "actionFormIdOverride", label: "Form", input: (props) => <FormPicker {...props} none="No form" /> },
    { name: "actionFormInstructionsOverride", label: "Words above the form", kind: "long" },
    { name: "supplementaryContext", label: "What else is known about them", kind: "long" },
  ];
  if (!may("audiences:write")) {
    return <Properties values={Object.fromEntries(fields.map(({ name, label }) => [label, draft.initial[name] || null]))} />;
  }
  return (
    <Stack>
      <UnsavedGuard isDirty={draft.isDirty} />
      <PublishBanner pageId={audience.pageId} />
      <Card withBorder maw={640}>
        <DraftForm
          draft={draft}
          schema={operations.updateAudience.body}
          fields={fields}
          empty="null"
          shape={(values) => changesOf(draft.base, values)}
          submitLabel="Save"
          onSave={(base, body) =>
            edit(
              "updateAudience",
              { params: { page_id: base.pageId, audience_id: base.audienceId }, body },
              { unchangedSince: base, done: "Saved. Build a new version to bring it to them" },
            )
          }
        />
      </Card>
      <Title order={2} size="h4" mt="md">
        As they would see it
      </Title>
      <PagePreview
        pageId={audience.pageId}
        sent={{ audienceId: audience.audienceId, overrides: draft.typed ? changesOf(audience, orNull(draft.typed)) : {} }}
      />
    </Stack>
  );
}

/** In the order of the fields. */
function overridesOf(audience: Audience): Record<string, FieldValue> {
  return {
    customName: audience.customName ?? "",
    "metadataOverride.title": audience.metadataOverride?.title ?? "",
    "metadataOverride.description": audience.metadataOverride?.description ?? "",
    actionUrlOverride: audience.actionUrlOverride ?? "",
    actionFormIdOverride: audience.actionFormIdOverride ?? "",
    actionFormInstructionsOverride: audience.actionFormInstructionsOverride ?? "",
    supplementaryContext: audience.supplementaryContext ?? "",
  };
}

/** The metadata are replaced as a whole, and what they leave out is the page's. */
function changesOf({ metadataOverride }: Audience, values: Record<string, unknown>): Record<string, unknown> {
  const { "metadataOverride.title": title, "metadataOverride.description": description, ...others } = values;
  const before = sentMetadata(metadataOverride);
  const given = Object.entries({ ...before, title, description }).filter(([, value]) => value !== null && value !== undefined);
  const isChanged = (before.title ?? null) !== title || (before.description ?? null) !== description;
  return { ...others, ...(isChanged && { metadataOverride: Object.fromEntries(given) }) };
}

/** An empty field takes an override away. */
function orNull(values: Record<string, FieldValue>): Record<string, FieldValue | null> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]));
}
