import { useState } from "react";
import { events, operations } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useHeldDialog } from "../../../parts/forms/held-dialog";
import { type RecordField, RecordForm } from "../../../parts/forms/record-form";
import { ShownOnce } from "../../../parts/forms/shown-once";

export const subscriptionFields: RecordField[] = [
  { name: "url", label: "Address", required: true, placeholder: "https://example.com/hooks/foyer" },
  {
    name: "events",
    label: "Events",
    kind: "choices",
    required: true,
    options: ["*", ...Object.keys(events)].map((value) => ({ value, label: value === "*" ? "everything" : value })),
  },
];

/** A new subscription, and its secret, once. */
export function SubscriptionForm({ onDone, onCancel }: { onDone(subscriptionId: string): void; onCancel(): void }) {
  const edit = useEdit();
  const [made, setMade] = useState<{ subscriptionId: string; secret: string | null }>();
  const [isMaking, setMaking] = useState(false);
  useHeldDialog(isMaking);
  async function make(body: Record<string, unknown>) {
    setMaking(true);
    try {
      setMade(await edit("createWebhookSubscription", { body: body as never }));
    } finally {
      setMaking(false);
    }
  }
  if (made) return <NewSecret secret={made.secret ?? ""} onDone={() => onDone(made.subscriptionId)} />;
  return (
    <RecordForm
      schema={operations.createWebhookSubscription.body}
      fields={subscriptionFields}
      submitLabel="Make the webhook"
      onCancel={onCancel}
      onSubmit={make}
    />
  );
}

export function NewSecret(props: { secret: string; onDone(): void }) {
  return <ShownOnce name="secret" about="Deliveries are signed with it." {...props} />;
}
