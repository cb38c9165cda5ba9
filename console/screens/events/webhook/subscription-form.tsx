import { Alert, Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { events, operations } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { CopyText } from "../../../parts/copy-text";
import { type FormField, RecordForm } from "../../../parts/forms/record-form";

export const subscriptionFields: FormField[] = [
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
export function SubscriptionForm({ onDone }: { onDone(subscriptionId: string): void }) {
  const edit = useEdit();
  const [made, setMade] = useState<{ subscriptionId: string; secret: string | null }>();
  if (made) return <NewSecret secret={made.secret ?? ""} onDone={() => onDone(made.subscriptionId)} />;
  return (
    <RecordForm
      schema={operations.createWebhookSubscription.body}
      fields={subscriptionFields}
      submitLabel="Make the webhook"
      onSubmit={async (body) => setMade(await edit("createWebhookSubscription", { body: body as never }))}
    />
  );
}

export function NewSecret({ secret, onDone }: { secret: string; onDone(): void }) {
  return (
    <Stack>
      <Alert color="teal" title="Here is the secret">
        <Text size="sm" mb="xs">
          Deliveries are signed with it. Copy it now: it can't be shown again.
        </Text>
        <CopyText text={secret} label="Copy the secret" />
      </Alert>
      <Button onClick={onDone}>Done</Button>
    </Stack>
  );
}
