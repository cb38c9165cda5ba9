import { Card, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { operations, type Page } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useRead } from "../../../api/operations";
import { type FormField, RecordForm } from "../../../parts/forms/record-form";
import { Properties } from "../../../parts/properties";
import { useSession } from "../../../session/context";
import { PageActions } from "./page-actions";
import { type PageChanges, SeenBy } from "./seen-by";

const done = "Saved. Build new versions to bring it to your audiences";

export function PageContent({ page }: { page: Page }) {
  const { may } = useSession();
  const [actions, setActions] = useState<PageChanges>({});
  const [texts, setTexts] = useState<{ since: string; changes: PageChanges }>();
  if (!may("pages:write")) {
    return (
      <Stack gap="xl">
        <Properties
          values={{ Title: page.title, "What it is about": page.pageContext, Type: page.pageType, Actions: page.actions.length }}
        />
        <SeenBy pageId={page.pageId} unsaved={{}} />
      </Stack>
    );
  }
  return (
    <Stack gap="xl">
      <Stack gap="xl" maw={760}>
        <Texts page={page} onEdit={(changes) => setTexts({ since: page.updatedAt, changes })} />
        <PageActions page={page} done={done} onEdit={(drafts) => setActions({ actions: drafts })} />
      </Stack>
      <SeenBy pageId={page.pageId} unsaved={{ ...actions, ...(texts?.since === page.updatedAt && texts.changes) }} />
    </Stack>
  );
}

function Texts({ page, onEdit }: { page: Page; onEdit(changes: PageChanges): void }) {
  const { may } = useSession();
  const edit = useEdit();
  const brands = useRead("listBrands", { query: { limit: 100 } }, { enabled: may("brands:read") });
  const fields: FormField[] = [
    { name: "name", label: "Name", required: true, description: "For you; visitors see the title" },
    {
      name: "title",
      label: "Title",
      required: true,
      description: "May have personal tokens: Hello {{ person.firstName | default: 'there' }}",
    },
    { name: "pageContext", label: "What it is about", kind: "long", required: true },
    {
      name: "brandId",
      label: "Brand",
      kind: "choice",
      options: (brands.data?.items ?? []).map(({ brandId, name }) => ({ value: brandId, label: name })),
    },
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
      <RecordForm
        key={page.updatedAt}
        schema={operations.updatePage.body.omit({ metadata: true }).loose()}
        fields={fields}
        initial={{
          name: page.name,
          title: page.title,
          pageContext: page.pageContext,
          brandId: page.brandId,
          description: page.metadata?.description ?? "",
        }}
        empty="keep"
        submitLabel="Save"
        onEdit={({ description, ...texts }) => onEdit({ ...texts, ...withDescription(page, String(description)) })}
        onSubmit={({ description, ...body }) =>
          edit(
            "updatePage",
            { params: { page_id: page.pageId }, body: { ...body, ...withDescription(page, String(description)) } },
            { unchangedSince: page, done },
          )
        }
      />
    </Card>
  );
}

/** The metadata are replaced as a whole. */
function withDescription({ metadata }: Page, description: string) {
  if (description === (metadata?.description ?? "")) return {};
  return { metadata: { ...metadata, description } };
}
