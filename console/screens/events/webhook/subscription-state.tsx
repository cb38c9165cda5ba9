import type { Operations, Output } from "../../../../contract";
import { useRead } from "../../../api/operations";
import { StatusBadge } from "../../../parts/status-badge";

type Details = Output<Operations["getWebhookSubscriptionDetails"]>;

export function SubscriptionState({ subscription: { active, disabledReason, health } }: { subscription: Details }) {
  if (disabledReason !== null) return <StatusBadge status="disabled" />;
  if (!active) return <StatusBadge status="paused" />;
  return <StatusBadge status={health.failingSince === null ? "active" : "failing"} />;
}

/** For a row of the list, which does not say how deliveries fare. Only rows in sight ask. */
export function ListedState({ subscriptionId }: { subscriptionId: string }) {
  const { data } = useRead("getWebhookSubscriptionDetails", { params: { subscription_id: subscriptionId } });
  return data && <SubscriptionState subscription={data} />;
}
