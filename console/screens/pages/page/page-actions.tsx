import { Group, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { builtInFormId, type Page } from "../../../../contract";
import type { Draft } from "../../../parts/forms/draft";
import { actionTypes } from "../../../parts/words/page-words";
import { ActionTarget } from "./action-target";
import { PageList } from "./page-list";
import type { PageChanges } from "./seen-by";

type EditedAction = Pick<Page["actions"][number], "actionId" | "buttonTitle" | "actionType" | "url" | "purpose"> & {
  /** Whether it is also in the page's header; at most one is. */
  isInHeader: boolean;
};

interface Props {
  draft: Draft<Page, EditedAction[]>;
  done: string;
}

export function actionsOf({ actions, headerActionId }: Page): EditedAction[] {
  return actions.map(({ actionIndex: _, ...action }) => ({ ...action, isInHeader: action.actionId === headerActionId }));
}

/** The action in the header may be removed, so both are always sent together. */
export function actionChangesOf(edited: readonly EditedAction[]): PageChanges {
  return {
    actions: edited.map(({ isInHeader: _, ...action }) => action),
    headerActionId: edited.find(({ isInHeader }) => isInHeader)?.actionId ?? null,
  };
}

/** The buttons of a page; the first one is its main action unless another one is in the header. */
export function PageActions({ draft, done }: Props) {
  return (
    <PageList<EditedAction>
      field="actions"
      title="Actions"
      one="action"
      about="The buttons that visitors see. The main one is in the header, or else the first."
      blank={() => ({ actionId: newActionId(), buttonTitle: "", actionType: "url", url: "", purpose: "", isInHeader: false })}
      draft={draft}
      done={done}
      keyOf={({ actionId }) => actionId}
      shape={actionChangesOf}
    >
      {(action, { index, problemOf, change, changeAll }) => (
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
            data={typesWith(action.actionType)}
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
          <Textarea
            label="What it is for"
            description="For you; visitors don't see it"
            w="100%"
            autosize
            minRows={1}
            maxRows={6}
            value={action.purpose}
            error={problemOf("purpose")}
            onChange={(event) => change({ purpose: event.currentTarget.value })}
          />
          <Switch
            label="Also in the page's header"
            w="100%"
            checked={action.isInHeader}
            onChange={({ currentTarget: { checked } }) =>
              changeAll((other, at) => ({ ...other, isInHeader: checked && at === index }))
            }
          />
        </Group>
      )}
    </PageList>
  );
}

/** The API takes types that nobody here knows. */
function typesWith(given: string): { value: string; label: string }[] {
  return Object.entries(given in actionTypes ? actionTypes : { ...actionTypes, [given]: given }).map(([value, label]) => ({
    value,
    label,
  }));
}

/** A form's identifier is no address, and an address no form. */
function retyped({ actionType: before, url }: EditedAction, actionType: string): Partial<EditedAction> {
  if ((before === "form") === (actionType === "form")) return { actionType, url };
  return { actionType, url: actionType === "form" ? builtInFormId : "" };
}

/** It has a name before it is saved, by which the header can mean it. */
function newActionId(): string {
  return `action-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}
