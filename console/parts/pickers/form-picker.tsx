import { useState } from "react";
import { FoyerError } from "../../../client";
import { useList } from "../../api/list";
import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { LongSelect, type PickerProps } from "./long-select";

/** `none`: what the button is called that chooses no form, where that is possible. */
export function FormPicker({ none, ...props }: PickerProps & { none?: string }) {
  const { value } = props;
  const { may } = useSession();
  const enabled = may("forms:read");
  const [isOpened, setOpened] = useState(false);
  const list = useList("listForms", {}, { keepsAll: true, enabled: enabled && isOpened });
  const chosen = useRead("getForm", { params: { form_id: value ?? "" } }, { enabled: enabled && value !== undefined });
  const isGone = chosen.error instanceof FoyerError && chosen.error.status === 404;
  const names = new Map(list.items.map(({ formId, name }) => [formId, name]));
  if (value !== undefined)
    names.set(value, isGone ? "A form that was deleted" : (chosen.data?.name ?? names.get(value) ?? value));
  const choosing = none === undefined ? {} : { none };
  return <LongSelect {...props} {...choosing} names={names} list={list} onDropdownOpen={() => setOpened(true)} />;
}
