import { Button, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { operations } from "../../../../contract";
import { deliveryRetentionDays } from "../../../../contract/events/webhook-deliveries";
import { toTimestamp } from "../../../../contract/timestamps";
import { useEdit } from "../../../api/edits";
import { FormModal } from "../../../parts/forms/form-modal";
import { RecordForm } from "../../../parts/forms/record-form";
import { Icon } from "../../../parts/icon";
import { BusyButton } from "../../../parts/notices/busy-button";
import { ConfirmButton } from "../../../parts/notices/confirm-button";
import { failed } from "../../../parts/notices/notices";
import { useSession } from "../../../session/context";
import { RotateSecret } from "./rotate-secret";
import { subscriptionFields } from "./subscription-form";
import type { Subscription } from "./subscription-health";

const hourMs = 3_600_000;
const recoverable = {
  "the last hour": hourMs,
  "the last day": 24 * hourMs,
  [`the last ${deliveryRetentionDays} days`]: deliveryRetentionDays * 24 * hourMs,
};

export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { may } = useSession();
  const edit = useEdit();
  const navigate = useNavigate();
  const { subscriptionId, url, events, active } = subscription;
  const params = { subscription_id: subscriptionId };
  if (!may("webhook_subscriptions:write")) return null;
  return (
    <>
      <ConfirmButton
        label="Delete"
        question="It is told of nothing any more, and its deliveries are forgotten. This can't be undone."
        onConfirm={async () => {
          await edit("deleteWebhookSubscription", { params }, { done: "Deleted" });
          navigate({ to: "/webhooks" });
        }}
      />
      <Button
        variant={active ? "default" : "filled"}
        onClick={() =>
          edit(
            "updateWebhookSubscription",
            { params, body: { active: !active } },
            { done: active ? "Paused: what happens meanwhile is not sent" : "Resumed: what was pending is sent now" },
          ).catch(failed)
        }
      >
        {active ? "Pause" : "Resume"}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="restore" size={16} />}>
            Recover
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Send again what failed in</Menu.Label>
          {Object.entries(recoverable).map(([label, ms]) => (
            <Menu.Item
              key={label}
              onClick={() =>
                edit(
                  "recoverWebhookDeliveries",
                  { params, body: { since: toTimestamp(Date.now() - ms) } },
                  { done: "What failed gets all its tries again" },
                ).catch(failed)
              }
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <FormModal name="edit" label="Edit" icon="form" variant="default" title="Edit the webhook" size="lg">
        {(close, cancel) => (
          <RecordForm
            schema={operations.updateWebhookSubscription.body}
            fields={subscriptionFields}
            initial={{ url, events }}
            onlyEdited
            submitLabel="Save"
            onCancel={cancel}
            onSubmit={async (body) => {
              await edit("updateWebhookSubscription", { params, body }, { done: "Saved" });
              close();
            }}
          />
        )}
      </FormModal>
      <FormModal name="secret" label="New secret" icon="key" variant="default">
        {(close, cancel) => <RotateSecret subscriptionId={subscriptionId} onDone={close} onCancel={cancel} />}
      </FormModal>
      <BusyButton
        leftSection={<Icon name="rocket" size={16} />}
        onClick={() => edit("testWebhookSubscription", { params }, { done: "A made-up event is on its way" })}
      >
        Send a test
      </BusyButton>
    </>
  );
}
