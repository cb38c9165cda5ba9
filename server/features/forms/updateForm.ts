import { guarded, type Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { editedAt, isEdited } from "../../records/edited-at";
import { notFound } from "../../records/problem";
import { type FormRow, findFormToChange, formWordsIn, toForm, updateFormRow } from "./queries";

export const updateForm: Handler<"updateForm"> = guarded(
  (ctx, { params }) => findFormToChange(ctx, params.form_id),
  async (ctx, { params, body }) => {
    const row = await findFormToChange(ctx, params.form_id);
    if (!row) throw notFound();
    const changed: FormRow = {
      ...row,
      name: body.name ?? row.name,
      instructions: body.instructions === undefined ? row.instructions : body.instructions,
      fields: body.fields === undefined ? row.fields : JSON.stringify(body.fields),
      look: JSON.stringify({ ...JSON.parse(row.look), ...formWordsIn(body) }),
      updated_at: editedAt(ctx, row),
    };
    if (!isEdited(row, changed)) return toForm(row);
    const form = toForm(changed);
    await Promise.all([updateFormRow(ctx, changed), recordEvent(ctx, "form.updated", row.form_id, form)]);
    return form;
  },
);
