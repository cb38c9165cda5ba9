import { Card, Stack, Text, Title } from "@mantine/core";
import { operations, type Page } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { type Draft, useDraft } from "../../../parts/forms/draft";
import { DraftForm } from "../../../parts/forms/draft-form";
import type { FieldValue, FormField } from "../../../parts/forms/record-form";
import { UnsavedGuard } from "../../../parts/forms/unsaved";
import { BrandPicker } from "../../../parts/pickers/brand-picker";
import { Properties } from "../../../parts/properties";
import { useSession } from "../../../session/context";
import { actionsOf, PageActions } from "./page-actions";
import { PageCards } from "./page-cards";
import { type PageChanges, SeenBy } from "./seen-by";

const done = "Saved. Build new versions to bring it to your audiences";

export function PageContent({ page }: { page: Page }) {
  const { may } = useSession();
  if (may("pages:write")) return <EditedContent key={page.pageId} page={page} />;
  return (
    <Stack gap="xl">
      <Properties
        values={{ Title: page.title, "What it is about": page.pageContext, Type: page.pageType, Actions: page.actions.length }}
      />
      <SeenBy pageId={page.pageId} unsaved={{}} />
    </Stack>
  );
}

function EditedContent({ page }: { page: Page }) {
  const texts = useDraft(page, textsOf);
  const actions = useDraft(page, actionsOf);
  const cards = useDraft(page, ({ actionCardWidgets }) => actionCardWidgets);
  const unsaved = {
    ...(actions.typed && { actions: actions.typed }),
    ...(cards.typed && { actionCardWidgets: cards.typed }),
    ...(texts.typed && changesOf(texts.base, texts.typed)),
  };
  return (
    <Stack gap="xl">
      <UnsavedGuard isDirty={texts.isDirty || actions.isDirty || cards.isDirty} />
      <Stack gap="xl" maw={760}>
        <Texts draft={texts} />
        <PageActions draft={actions} done={done} />
        <PageCards draft={cards} done={done} />
      </Stack>
      <SeenBy pageId={page.pageId} unsaved={unsaved} />
    </Stack>
  );
}

type Values = Record<string, FieldValue>;

function Texts({ draft }: { draft: Draft<Page, Values> }) {
  const edit = useEdit();
  const fields: FormField[] = [
    { name: "name", label: "Name", required: true, description: "For you; visitors see the title" },
    {
      name: "title",
      label: "Title",
      required: true,
      description: "May have personal tokens: Hello {{ person.firstName | default: 'there' }}",
    },
    { name: "pageContext", label: "What it is about", kind: "long", required: true },
    { name: "brandId", label: "Brand", input: (props) => <BrandPicker {...props} none="No brand" /> },
    {
      name: "description",
      label: "Description",
      kind: "long",
      description: "For search engines, and where the address is shared",
    },
  ];
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
        schema={operations.updatePage.body.omit({ metadata: true }).loose()}
        fields={fields}
        empty="keep"
        submitLabel="Save"
        onSave={(base, values) =>
          edit(
            "updatePage",
            { params: { page_id: base.pageId }, body: changesOf(base, values as Values) },
            { unchangedSince: base, done },
          )
        }
      />
    </Card>
  );
}

/** In the order of the fields. */
function textsOf({ name, title, pageContext, brandId, metadata }: Page): Values {
  return { name, title, pageContext, brandId, description: metadata?.description ?? "" };
}

/** The metadata are replaced as a whole. */
function changesOf({ metadata }: Page, { description, ...texts }: Values): PageChanges {
  if (description === (metadata?.description ?? "")) return texts;
  return { ...texts, metadata: { ...metadata, description: String(description) } };
}
