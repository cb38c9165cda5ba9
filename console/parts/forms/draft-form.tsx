import type { Draft } from "./draft";
import { type FieldValue, RecordForm, type RecordFormProps } from "./record-form";

interface Props<Item> extends Omit<RecordFormProps, "initial" | "draft" | "round" | "onEdit" | "onSubmit"> {
  draft: Draft<Item, Record<string, FieldValue>>;
  /** `base` is the record that the change is based on. */
  onSave(base: Item, body: Record<string, unknown>): Promise<Item>;
  onDone?(): void;
}

/** A form for a record that others may be editing too: it saves over nobody's work, and theirs can be taken. */
export function DraftForm<Item>({ draft, onSave, onDone, ...form }: Props<Item>) {
  return (
    <RecordForm
      {...form}
      round={draft.round}
      initial={draft.initial}
      draft={draft}
      onEdit={draft.onEdit}
      onSubmit={async (body) => {
        await draft.save((base) => onSave(base, body));
        onDone?.();
      }}
    />
  );
}
