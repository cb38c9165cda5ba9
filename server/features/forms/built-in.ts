import { builtInFormId, type FormField } from "../../../contract";
import type { Transaction } from "../../storage/port";
import { insertForm } from "./queries";

/** A migration has added the same form to older tenants. */
const fields: FormField[] = [
  { name: "name", label: "Name", type: "text", required: false, options: [] },
  { name: "email", label: "E-mail", type: "email", required: true, options: [] },
  { name: "message", label: "Message", type: "textarea", required: false, options: [] },
];

/** Every new tenant gets this form. */
export function insertBuiltInForm(db: Transaction, tenantId: string, now: number): Promise<void> {
  return insertForm(
    { db, tenantId },
    {
      form_id: builtInFormId,
      name: "Contact",
      instructions: null,
      fields: JSON.stringify(fields),
      look: "{}",
      created_at: now,
      updated_at: now,
    },
  );
}
