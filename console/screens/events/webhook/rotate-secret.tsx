import { useState } from "react";
import { useEdit } from "../../../api/edits";
import { FormButtons } from "../../../parts/forms/form-buttons";
import { useHeldDialog } from "../../../parts/forms/held-dialog";
import { BusyButton } from "../../../parts/notices/busy-button";
import { NewSecret } from "./subscription-form";

interface Props {
  subscriptionId: string;
  onDone(): void;
  onCancel(): void;
}

export function RotateSecret({ subscriptionId, onDone, onCancel }: Props) {
  const edit = useEdit();
  const [secret, setSecret] = useState<string>();
  const [isMaking, setMaking] = useState(false);
  useHeldDialog(isMaking);
  async function replace() {
    setMaking(true);
    try {
      const made = await edit("rotateWebhookSecret", { params: { subscription_id: subscriptionId } });
      setSecret(made.secret ?? "");
    } finally {
      setMaking(false);
    }
  }
  if (secret !== undefined) return <NewSecret secret={secret} onDone={onDone} />;
  return (
    <>
      <p>For 24 hours deliveries are signed with both, so that your program can change over without losing any.</p>
      <FormButtons onCancel={onCancel}>
        <BusyButton onClick={replace}>Replace the secret</BusyButton>
      </FormButtons>
    </>
  );
}
