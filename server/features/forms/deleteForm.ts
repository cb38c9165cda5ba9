import { builtInFormId } from "../../../contract";
import type { Handler } from "../../context";
import { recordEvent } from "../../events/record";
import { notFound, Problem } from "../../records/problem";
import { changePagesWithForm } from "./pages-with-form";
import { deleteFormRow } from "./queries";

export const deleteForm: Handler<"deleteForm"> = async (ctx, { params }) => {
  const formId = params.form_id;
  if (formId === builtInFormId) throw new Problem("form_built_in", { detail: "Change it instead" });
  if (!(await deleteFormRow(ctx, formId))) throw notFound();
  await Promise.all([changePagesWithForm(ctx, formId), recordEvent(ctx, "form.deleted", formId, { formId })]);
  return { formId, deleted: true };
};
