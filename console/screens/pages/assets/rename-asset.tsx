import { type Asset, operations } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useDraft } from "../../../parts/forms/draft";
import { DraftForm } from "../../../parts/forms/draft-form";
import type { RecordField } from "../../../parts/forms/record-form";

const fields: RecordField[] = [
  { name: "name", label: "Name", required: true },
  { name: "purpose", label: "Purpose" },
  { name: "tags", label: "Tags", kind: "tags" },
];

export function RenameAsset({ asset, onDone, onCancel }: { asset: Asset; onDone(): void; onCancel(): void }) {
  const edit = useEdit();
  const draft = useDraft(asset, ({ name, purpose, tags }) => ({ name, purpose, tags }));
  return (
    <DraftForm
      draft={draft}
      schema={operations.updateAsset.body}
      fields={fields}
      empty="keep"
      submitLabel="Save"
      onSave={(base, body) =>
        edit("updateAsset", { params: { asset_id: base.assetId }, body }, { unchangedSince: base, done: "Saved" })
      }
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}
