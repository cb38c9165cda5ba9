import { Group, Select, TextInput } from "@mantine/core";
import { builtInFormId, type Page } from "../../../../contract";
import type { Draft } from "../../../parts/forms/draft";
import { ActionTarget } from "./action-target";
import { PageList } from "./page-list";

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
  return (
    <PageList<EditedAction>
      field="actions"
      title="Actions"
      one="action"
      about="The buttons that visitors see. The first is the main one."
      blank={{ buttonTitle: "", actionType: "url", url: "", purpose: "" }}
      draft={draft}
      done={done}
      keyOf={({ actionId }, index) => actionId ?? `new ${index}`}
    >
      {(action, { problemOf, change }) => (
        <Group align="flex-start" gap="xs">
          <TextInput
            label="Button"
            flex="1 1 10rem"
            value={action.buttonTitle}
            error={problemOf("buttonTitle")}
            onChange={(event) => change({ buttonTitle: event.currentTarget.value })}
          />
          <Select
            label="What it does"
            flex="1 1 10rem"
            data={Object.entries(types).map(([value, label]) => ({ value, label }))}
            value={action.actionType}
            error={problemOf("actionType")}
            onChange={(actionType) => change(retyped(action, actionType ?? "url"))}
            allowDeselect={false}
          />
          <ActionTarget
            actionType={action.actionType}
            url={action.url}
            error={problemOf("url")}
            onChange={(url) => change({ url })}
          />
        </Group>
      )}
    </PageList>
  );
}

/** A form's identifier is no address, and an address no form. */
function retyped({ actionType: before, url }: EditedAction, actionType: string): Partial<EditedAction> {
  if ((before === "form") === (actionType === "form")) return { actionType, url };
  return { actionType, url: actionType === "form" ? builtInFormId : "" };
}
