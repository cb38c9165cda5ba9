import { Card, Stack, Title } from "@mantine/core";
import { type Audience, operations } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useDraft } from "../../../parts/forms/draft";
import { DraftForm } from "../../../parts/forms/draft-form";
import { changedMetadata, foldOfMetadata, metadataFields, metadataValues } from "../../../parts/forms/metadata-fields";
import type { FieldValue, RecordField } from "../../../parts/forms/record-form";
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
  const fields: RecordField[] = [
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
    ...metadataFields("metadataOverride"),
  ];
  if (!may("audiences:write")) {
    const shown = fields.map((field) => [field, inWords(field, draft.initial[field.name])] as const);
    const given = shown.filter(([{ isFolded }, value]) => !isFolded || value !== null);
    return <Properties values={Object.fromEntries(given.map(([{ label }, value]) => [label, value]))} />;
  }
  return (
    <Stack>
      <UnsavedGuard isDirty={draft.isDirty} />
      <PublishBanner key={audience.pageId} pageId={audience.pageId} />
      <Card withBorder maw={640}>
        <DraftForm
          draft={draft}
          schema={operations.updateAudience.body}
          fields={fields}
          fold={foldOfMetadata}
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
      {may("pages:read") && (
        <>
          <Title order={2} size="h4" mt="md">
            As they would see it
          </Title>
          <PagePreview
            pageId={audience.pageId}
            sent={{ audienceId: audience.audienceId, overrides: draft.typed ? changesOf(audience, orNull(draft.typed)) : {} }}
          />
        </>
      )}
    </Stack>
  );
}

function overridesOf(audience: Audience): Record<string, FieldValue> {
  return {
    customName: audience.customName ?? "",
    ...metadataValues("metadataOverride", audience.metadataOverride),
    actionUrlOverride: audience.actionUrlOverride ?? "",
    actionFormIdOverride: audience.actionFormIdOverride ?? "",
    actionFormInstructionsOverride: audience.actionFormInstructionsOverride ?? "",
    supplementaryContext: audience.supplementaryContext ?? "",
  };
}

/** What the metadata leave out is the page's. */
function changesOf({ metadataOverride: before }: Audience, values: Record<string, unknown>): Record<string, unknown> {
  const others = Object.entries(values).filter(([name]) => !name.startsWith("metadataOverride."));
  const metadataOverride = changedMetadata("metadataOverride", before, values);
  return { ...Object.fromEntries(others), ...(metadataOverride && { metadataOverride }) };
}

function inWords({ options }: RecordField, value: FieldValue | undefined): string | null {
  const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  return options?.find((option) => option.value === text)?.label ?? (text || null);
}

/** An empty field takes an override away. */
function orNull(values: Record<string, FieldValue>): Record<string, FieldValue | null> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]));
}
