import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { type FormRow, formWordsIn, insertForm, toForm } from "./queries";

export const createForm: Handler<"createForm"> = async (ctx, { body }) => {
  const row: FormRow = {
    form_id: ctx.newId("form"),
    name: body.name,
    instructions: body.instructions,
    fields: JSON.stringify(body.fields),
    look: JSON.stringify(formWordsIn(body)),
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const form = toForm(row);
  await Promise.all([insertForm(ctx, row), recordEvent(ctx, "form.created", row.form_id, form)]);
  return form;
};
