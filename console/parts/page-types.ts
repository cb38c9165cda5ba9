import { pageTypes } from "../../contract/pages/pages";
import type { RecordField } from "./forms/record-form";

export const pageTypeField: RecordField = {
  name: "pageType",
  label: "Type",
  kind: "choice",
  required: true,
  options: pageTypes.options.map((value) => ({ value, label: typeName(value) })),
};

/** In words: call_followup is "call followup". */
export function typeName(pageType: string): string {
  return pageType.replaceAll("_", " ");
}
