import { useNavigate } from "@tanstack/react-router";
import { useList } from "../../api/list";
import type { ItemOf } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { TextLink } from "../../parts/links";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";
import { SubscriptionForm } from "./webhook/subscription-form";
import { ListedState } from "./webhook/subscription-state";

const columns: Column<ItemOf<"listWebhookSubscriptions">>[] = [
  {
    title: "Address",
    render: ({ subscriptionId, url }) => (
      <TextLink to="/webhooks/$subscriptionId" params={{ subscriptionId }} fw={550}>
        {url}
      </TextLink>
    ),
  },
  { title: "State", width: 110, render: ({ subscriptionId }) => <ListedState subscriptionId={subscriptionId} /> },
  { title: "Events", isMinor: true, render: ({ events }) => (events.includes("*") ? "all" : events.join(", ")) },
  { title: "Since", width: 140, isMinor: true, render: ({ createdAt }) => <When at={createdAt} /> },
];

/** Who is told of what happens. */
export function Screen() {
  const { may } = useSession();
  const navigate = useNavigate();
  const list = useList("listWebhookSubscriptions", {});
  return (
    <ListScreen
      title="Webhooks"
      about="Your programs are told what happens, within a second and until they have taken it."
      actions={
        may("webhook_subscriptions:write") && (
          <FormModal name="new" label="New webhook" size="lg">
            {(_, cancel) => (
              <SubscriptionForm
                onCancel={cancel}
                onDone={(subscriptionId) =>
                  navigate({ to: "/webhooks/$subscriptionId", params: { subscriptionId }, ignoreBlocker: true })
                }
              />
            )}
          </FormModal>
        )
      }
      list={list}
      columns={columns}
      keyOf={({ subscriptionId }) => subscriptionId}
      empty={{
        icon: "webhook",
        title: "No webhooks yet",
        text: "Give the address of a program of yours, and choose what it wants to hear of: leads, visits, questions.",
      }}
    />
  );
}
