import type { ReactNode } from "react";
import type { SentTo } from "../../../client";
import { editing, useDialog, useEdited } from "../../api/dialog";
import { type Answer, type ReadId, useRead } from "../../api/operations";
import { FormModal } from "../forms/form-modal";
import { Loaded } from "../notices/loaded";
import { TextButton } from "../text-button";

/** In a row: opens the record's dialog, which stands outside the table. */
export function EditButton({ id, label }: { id: string; label: string }) {
  const { open } = useDialog(editing(id));
  return <TextButton onClick={open}>{label}</TextButton>;
}

interface Props<Id extends ReadId> {
  title: string;
  /** The record as the list has it, if it has. */
  listed(id: string): Answer<Id> | undefined;
  read: Id;
  sentFor(id: string): SentTo<Id>;
  children(record: NonNullable<Answer<Id>>, close: () => void, cancel: () => void): ReactNode;
}

/** Edits the record of a long list that the address names. Its row may be far down, and is not in the document then. */
export function RecordDialog<Id extends ReadId>({ title, listed, read: readId, sentFor, children }: Props<Id>) {
  const id = useEdited();
  const inList = id === undefined ? undefined : listed(id);
  const { data, error } = useRead(readId, sentFor(id ?? ""), { enabled: id !== undefined && inList === undefined });
  return (
    <FormModal name={editing(id ?? "")} label={title} isButtonElsewhere>
      {(close, cancel) => <Loaded read={{ data: inList ?? data, error }}>{(record) => children(record, close, cancel)}</Loaded>}
    </FormModal>
  );
}
