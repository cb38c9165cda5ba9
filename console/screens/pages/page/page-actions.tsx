import { ActionIcon, Button, Card, Group, Menu, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { builtInFormId, operations, type Page } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { Icon } from "../../../parts/icon";
import { ProblemNotice } from "../../../parts/notices/problem-notice";
import { ActionTarget } from "./action-target";

type Draft = Pick<Page["actions"][number], "buttonTitle" | "actionType" | "url" | "purpose"> & { actionId?: string };

const types = {
  url: "Opens an address",
  form: "Opens a form",
  email: "Writes an e-mail",
  phone: "Calls a number",
  download: "Downloads a file",
};

interface Props {
  page: Page;
  done: string;
  /** Told of what is not saved yet, for a preview. */
  onEdit(drafts: Draft[]): void;
}

/** The buttons of a page; the first one is its main action unless another one is in the header. */
export function PageActions({ page, done, onEdit }: Props) {
  const edit = useEdit();
  const [drafts, keepDrafts] = useState<Draft[]>(() => page.actions.map(({ actionIndex: _, ...action }) => action));
  const [failure, setFailure] = useState<unknown>();
  const setDrafts = (next: Draft[]) => {
    keepDrafts(next);
    onEdit(next);
  };
  const change = (index: number, changes: Partial<Draft>) =>
    setDrafts(drafts.map((draft, at) => (at === index ? { ...draft, ...changes } : draft)));
  const move = (index: number, by: number) => {
    const next = [...drafts];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    setDrafts(next);
  };

  async function save() {
    setFailure(undefined);
    const { error } = operations.updatePage.body.safeParse({ actions: drafts });
    if (error)
      return setFailure(new Error(error.issues.map(({ path, message }) => `${path.slice(1).join(" ")}: ${message}`).join("; ")));
    await edit(
      "updatePage",
      { params: { page_id: page.pageId }, body: { actions: drafts } },
      { unchangedSince: page, done },
    ).catch(setFailure);
  }

  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        Actions
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        The buttons that visitors see. The first is the main one.
      </Text>
      <Stack>
        {drafts.map((draft, index) => (
          <Group key={draft.actionId ?? `new ${index}`} align="flex-end" gap="xs">
            <TextInput
              label="Button"
              flex="1 1 10rem"
              value={draft.buttonTitle}
              onChange={(event) => change(index, { buttonTitle: event.currentTarget.value })}
            />
            <Select
              label="What it does"
              w={190}
              data={Object.entries(types).map(([value, label]) => ({ value, label }))}
              value={draft.actionType}
              onChange={(actionType) => change(index, retyped(draft, actionType ?? "url"))}
              allowDeselect={false}
            />
            <ActionTarget actionType={draft.actionType} url={draft.url} onChange={(url) => change(index, { url })} />
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for action ${index + 1}`}>
                  <Icon name="more" />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item disabled={index === 0} onClick={() => move(index, -1)}>
                  Move up
                </Menu.Item>
                <Menu.Item disabled={index === drafts.length - 1} onClick={() => move(index, 1)}>
                  Move down
                </Menu.Item>
                <Menu.Item color="red" onClick={() => setDrafts(drafts.filter((_, at) => at !== index))}>
                  Remove
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        ))}
        {failure !== undefined && <ProblemNotice error={failure} />}
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setDrafts([...drafts, { buttonTitle: "", actionType: "url", url: "", purpose: "" }])}
          >
            Add an action
          </Button>
          <Button onClick={save}>Save the actions</Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** A form's identifier is no address, and an address no form. */
function retyped({ actionType: before, url }: Draft, actionType: string): Partial<Draft> {
  if ((before === "form") === (actionType === "form")) return { actionType, url };
  return { actionType, url: actionType === "form" ? builtInFormId : "" };
}
