import { ActionIcon, Button, Card, Group, Menu, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { builtInFormId, operations, type Page } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import type { Draft } from "../../../parts/forms/draft";
import { OutdatedNotice } from "../../../parts/forms/unsaved";
import { Icon } from "../../../parts/icon";
import { ProblemNotice } from "../../../parts/notices/problem-notice";
import { ActionTarget } from "./action-target";

type EditedAction = Pick<Page["actions"][number], "buttonTitle" | "actionType" | "url" | "purpose"> & { actionId?: string };

const types = {
  url: "Opens an address",
  form: "Opens a form",
  email: "Writes an e-mail",
  phone: "Calls a number",
  download: "Downloads a file",
};

interface Props {
  draft: Draft<Page, EditedAction[]>;
  done: string;
}

export function actionsOf(page: Page): EditedAction[] {
  return page.actions.map(({ actionIndex: _, ...action }) => action);
}

/** The buttons of a page; the first one is its main action unless another one is in the header. */
export function PageActions({ draft, done }: Props) {
  const edit = useEdit();
  const [failure, setFailure] = useState<unknown>();
  const { onEdit: setActions } = draft;
  const actions = draft.typed ?? draft.initial;
  const change = (index: number, changes: Partial<EditedAction>) =>
    setActions(actions.map((action, at) => (at === index ? { ...action, ...changes } : action)));
  const move = (index: number, by: number) => {
    const next = [...actions];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    setActions(next);
  };

  async function save() {
    setFailure(undefined);
    const { error } = operations.updatePage.body.safeParse({ actions });
    if (error)
      return setFailure(new Error(error.issues.map(({ path, message }) => `${path.slice(1).join(" ")}: ${message}`).join("; ")));
    const send = (base: Page) =>
      edit("updatePage", { params: { page_id: base.pageId }, body: { actions } }, { unchangedSince: base, done });
    await draft.save(send).catch(setFailure);
  }

  function takeTheirs() {
    setFailure(undefined);
    draft.takeTheirs();
  }

  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        Actions
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        The buttons that visitors see. The first is the main one.
      </Text>
      {draft.isOutdated && <OutdatedNotice onTakeTheirs={takeTheirs} />}
      <Stack>
        {actions.map((action, index) => (
          <Group key={action.actionId ?? `new ${index}`} align="flex-end" gap="xs">
            <TextInput
              label="Button"
              flex="1 1 10rem"
              value={action.buttonTitle}
              onChange={(event) => change(index, { buttonTitle: event.currentTarget.value })}
            />
            <Select
              label="What it does"
              w={190}
              data={Object.entries(types).map(([value, label]) => ({ value, label }))}
              value={action.actionType}
              onChange={(actionType) => change(index, retyped(action, actionType ?? "url"))}
              allowDeselect={false}
            />
            <ActionTarget actionType={action.actionType} url={action.url} onChange={(url) => change(index, { url })} />
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
                <Menu.Item disabled={index === actions.length - 1} onClick={() => move(index, 1)}>
                  Move down
                </Menu.Item>
                <Menu.Item color="red" onClick={() => setActions(actions.filter((_, at) => at !== index))}>
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
            onClick={() => setActions([...actions, { buttonTitle: "", actionType: "url", url: "", purpose: "" }])}
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
function retyped({ actionType: before, url }: EditedAction, actionType: string): Partial<EditedAction> {
  if ((before === "form") === (actionType === "form")) return { actionType, url };
  return { actionType, url: actionType === "form" ? builtInFormId : "" };
}
