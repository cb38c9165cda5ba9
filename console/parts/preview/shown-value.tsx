import { List, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Page } from "../../../contract";
import { TextLink } from "../links";
import { typeName } from "../page-types";
import { When } from "../when";
import { actionTypes, languageInWords, topicOrderWords } from "../words/page-words";
import { RecordName } from "./record-name";
import { SharePicture } from "./share-picture";

/** An action as a version has it: with the form that it opens for this audience. */
type Action = Page["actions"][number] & { formId?: string; formInstructions?: string };

/** Fields whose values are no words by themselves. */
const inWords: Readonly<Record<string, (value: never, fieldNamed: (field: string) => unknown) => ReactNode>> = {
  brandId: (id: string) => <RecordName of="brand" id={id} />,
  socialImageAssetId: (id: string) => <RecordName of="asset" id={id} />,
  headerActionId: (id: string, fieldNamed) => actionNamed(id, fieldNamed("actions") as Action[]),
  actions: (actions: Action[]) => <Items items={actions.map(actionInWords)} />,
  actionCardWidgets: (cards: Page["actionCardWidgets"]) => <Items items={cards.map(cardInWords)} />,
  footerLinks: (groups: Page["footerLinks"]) => <Items items={groups.map(linksInWords)} />,
  scripts: (scripts: Page["scripts"]) => (
    <Items items={scripts.map(({ name, enabled }) => `${name || "Without a name"}, ${enabled ? "on" : "off"}`)} />
  ),
  pageType: typeName,
  topicOrder: (order: keyof typeof topicOrderWords) => topicOrderWords[order],
  language: languageInWords,
  "metadata.ogImageUrl": (url: string, fieldNamed) => (
    <SharePicture url={url} description={fieldNamed("metadata.ogImageAlt") as string | undefined} />
  ),
  "person.personId": (personId: string) => (
    <TextLink to="/persons/$personId" params={{ personId }} inherit>
      {personId}
    </TextLink>
  ),
  "account.accountId": (accountId: string) => (
    <TextLink to="/accounts/$accountId" params={{ accountId }} inherit>
      {accountId}
    </TextLink>
  ),
};

interface Props {
  field: string;
  value: unknown;
  /** Another field of the same page. */
  fieldNamed(field: string): unknown;
}

/** A field's value as whoever writes pages would say it. */
export function ShownValue({ field, value, fieldNamed }: Props) {
  const isNone = value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  const told = isNone ? "—" : (inWords[field]?.(value as never, fieldNamed) ?? plain(field, value));
  return (
    <Text size="sm" component="div" className="difference" {...(typeof told === "string" && { lineClamp: 4 })}>
      {told}
    </Text>
  );
}

function plain(field: string, value: unknown): ReactNode {
  if (field.endsWith("At")) return <When at={String(value)} />;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function Items({ items }: { items: readonly ReactNode[] }) {
  return (
    <List size="sm" listStyleType="none" spacing={4}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is read anew is shown anew
        <List.Item key={index}>{item}</List.Item>
      ))}
    </List>
  );
}

/** "Talk to us: Opens a form, Contact" */
function actionInWords({ buttonTitle, actionType, url, formId, formInstructions }: Action): ReactNode {
  const target = formId === undefined ? url : <RecordName of="form" id={formId} />;
  return (
    <>
      <Named name={buttonTitle || "Without words"} />
      {actionTypes[actionType] ?? actionType}
      {target !== "" && <>, {target}</>}
      {formInstructions && <>, with “{formInstructions}” above it</>}
    </>
  );
}

function actionNamed(id: string, actions: readonly Action[] | undefined): string {
  return actions?.find(({ actionId }) => actionId === id)?.buttonTitle || id;
}

function cardInWords({ title, type, logos }: Page["actionCardWidgets"][number]): ReactNode {
  return (
    <>
      <Named name={title || type} />
      {logos.map(({ image }) => image.altText || image.url || "a picture").join(", ") || "No logos"}
    </>
  );
}

function linksInWords({ title, links }: Page["footerLinks"][number]): ReactNode {
  return (
    <>
      <Named name={title || "Without a title"} />
      {links.map(({ text, url }) => `${text} (${url})`).join(", ") || "No links"}
    </>
  );
}

function Named({ name }: { name: string }) {
  return (
    <>
      <Text span inherit fw={550}>
        {name}
      </Text>
      {": "}
    </>
  );
}
