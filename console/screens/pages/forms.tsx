import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { Form } from "../../../contract";
import { editing, useReadToDialog } from "../../api/dialog";
import { useEdit } from "../../api/edits";
import { useList } from "../../api/list";
import { FormModal } from "../../parts/forms/form-modal";
import { Heading } from "../../parts/heading";
import { LoadMore } from "../../parts/lists/load-more";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { ReadProblem } from "../../parts/notices/read-problem";
import { SlowAnswer } from "../../parts/notices/slow-answer";
import { NotLiveNotice } from "../../parts/publishing/not-live-notice";
import { useSession } from "../../session/context";
import { FormEditor } from "./forms/form-editor";

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const { items, isPending, error, ...more } = useList("listForms", {}, { keepsAll: true });
  useReadToDialog(items, more, ({ formId }) => editing(formId));
  const mayWrite = may("forms:write");
  return (
    <>
      <Heading title="Forms" about="What visitors can send you from a page. A button that opens a form names it.">
        {mayWrite && (
          <FormModal name="new" label="New form" size="xl">
            {(close, cancel) => <FormEditor onDone={close} onCancel={cancel} />}
          </FormModal>
        )}
      </Heading>
      <NotLiveNotice mayShow={({ actions }) => actions.some(({ actionType }) => actionType === "form")} />
      {error && <ReadProblem error={error} />}
      {isPending && <SlowAnswer />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {items.map((form) => (
          <Card key={form.formId} withBorder>
            <Stack gap="xs" h="100%" justify="space-between">
              <div>
                <Group gap="xs">
                  <Title order={2} size="h4">
                    {form.name}
                  </Title>
                  {form.isBuiltIn && (
                    <Badge variant="light" tt="none" color="gray">
                      built in
                    </Badge>
                  )}
                </Group>
                {stepsOf(form) > 1 && <Text size="sm">In {stepsOf(form)} steps</Text>}
                <Text size="sm" c="dimmed">
                  {form.fields.map(({ label, required }) => (required ? `${label} (required)` : label)).join(", ") ||
                    "No fields yet"}
                </Text>
              </div>
              {mayWrite && (
                <Group justify="flex-end">
                  {!form.isBuiltIn && (
                    <ConfirmButton
                      label="Delete"
                      question="Pages that open it show the built-in form from their next versions on."
                      onConfirm={() => edit("deleteForm", { params: { form_id: form.formId } }, { done: "Deleted" })}
                    />
                  )}
                  <FormModal
                    name={editing(form.formId)}
                    label="Edit"
                    icon="form"
                    variant="default"
                    title="Edit the form"
                    size="xl"
                  >
                    {(close, cancel) => <FormEditor form={form} onDone={close} onCancel={cancel} />}
                  </FormModal>
                </Group>
              )}
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
      <LoadMore list={more} />
    </>
  );
}

/** Fields before the first named step are a step of their own. */
function stepsOf({ fields }: Form): number {
  const named = new Set(fields.flatMap(({ step }) => step ?? [])).size;
  return named > 0 && fields[0]?.step === undefined ? named + 1 : named;
}
