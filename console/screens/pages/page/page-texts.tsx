import { Card, Text, Title } from "@mantine/core";
import { operations, type Page } from "../../../../contract";
import { topicOrders } from "../../../../contract/pages/pages";
import { useEdit } from "../../../api/edits";
import type { PageLooks } from "../../../api/page-looks";
import type { Draft } from "../../../parts/forms/draft";
import { DraftForm } from "../../../parts/forms/draft-form";
import { changedMetadata, foldOfMetadata, metadataFields, metadataValues } from "../../../parts/forms/metadata-fields";
import type { FieldValue, RecordField } from "../../../parts/forms/record-form";
import { pageTypeField } from "../../../parts/page-types";
import { AssetPicker } from "../../../parts/pickers/asset-picker";
import { BrandPicker } from "../../../parts/pickers/brand-picker";
import { LanguagePicker } from "../../../parts/pickers/language-picker";
import { topicOrderWords } from "../../../parts/words/page-words";
import type { PageChanges } from "./seen-by";

/** The looks are missing where they could not be read. */
type EditedPage = Page & { looks?: PageLooks | undefined };
type Values = Record<string, FieldValue>;

const fields: RecordField[] = [
  { name: "name", label: "Name", required: true, description: "For you; visitors see the title" },
  {
    name: "title",
    label: "Title",
    required: true,
    description: "May have personal tokens: Hello {{ person.firstName | default: 'there' }}",
  },
  { name: "pageContext", label: "What it is about", kind: "long", required: true },
  pageTypeField,
  {
    name: "language",
    label: "Language",
    input: (props) => <LanguagePicker {...props} placeholder="As its texts say" none="No language" />,
  },
  { name: "brandId", label: "Brand", input: (props) => <BrandPicker {...props} none="No brand" /> },
  {
    name: "topicOrder",
    label: "Order of its topics",
    kind: "choice",
    required: true,
    options: topicOrders.options.map((value) => ({ value, label: topicOrderWords[value] })),
  },
  {
    name: "metadata.description",
    label: "Description",
    kind: "long",
    description: "For search engines, and where the address is shared",
  },
  {
    name: "socialImageAssetId",
    label: "Picture where the address is shared",
    description: "Without one, a picture is made for each audience",
    input: (props) => <AssetPicker {...props} />,
  },
  ...metadataFields("metadata"),
];

/** What a page says, and what it looks like. */
export function PageTexts({ draft, done }: { draft: Draft<EditedPage, Values>; done: string }) {
  const edit = useEdit();
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        Texts
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        What is saved here is live for an audience with its next version.
      </Text>
      <DraftForm
        draft={draft}
        schema={operations.updatePage.body}
        fields={fields.filter(({ name }) => name in draft.initial)}
        fold={foldOfMetadata}
        empty="keep"
        shape={(values) => changesOf(draft.base, values as Values)}
        submitLabel="Save"
        onSave={async (base, body) => {
          const saved = await edit("updatePage", { params: { page_id: base.pageId }, body }, { unchangedSince: base, done });
          return { ...saved, looks: base.looks && ({ ...base.looks, ...lookChanges(body) } as PageLooks) };
        }}
      />
    </Card>
  );
}

export function textsOf({ name, title, pageContext, pageType, brandId, metadata, looks }: EditedPage): Values {
  return {
    name,
    title,
    pageContext,
    pageType,
    ...(looks && { language: looks.language ?? "" }),
    brandId,
    ...(looks && { topicOrder: looks.topicOrder }),
    ...metadataValues("metadata", metadata),
    ...(looks && { socialImageAssetId: looks.socialImageAssetId ?? "" }),
  };
}

export function changesOf({ metadata: before, looks }: EditedPage, values: Values): PageChanges {
  const others = Object.entries(values).filter(([name]) => !name.startsWith("metadata."));
  const { language, topicOrder, socialImageAssetId, ...texts } = Object.fromEntries(others);
  const chosen = { language: language || null, topicOrder, socialImageAssetId: socialImageAssetId || null };
  const isChanged = ([name, value]: [string, unknown]) => looks !== undefined && value !== looks[name as keyof PageLooks];
  const metadata = changedMetadata("metadata", before, values);
  return {
    ...texts,
    ...Object.fromEntries(Object.entries(chosen).filter(isChanged)),
    ...(metadata && { metadata }),
  };
}

function lookChanges(body: Record<string, unknown>): Partial<Record<keyof PageLooks, unknown>> {
  const names = ["language", "topicOrder", "socialImageAssetId"] as const;
  return Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
}
