import type { Form } from "../../../contract";
import { ListedPicker, type ListedPickerProps } from "./listed-picker";

const forms = {
  scope: "forms:read",
  list: "listForms",
  listed: {},
  read: "getForm",
  sentFor: (id: string) => ({ params: { form_id: id } }),
  entryOf: ({ formId, name }: Form): [string, string] => [formId, name],
  gone: "A form that was deleted",
} as const;

export function FormPicker(props: ListedPickerProps) {
  return <ListedPicker {...props} kind={forms} />;
}
