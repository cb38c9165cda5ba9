import { useParams } from "@tanstack/react-router";
import { useRead } from "../../api/operations";
import { Heading } from "../../parts/heading";
import { Loaded } from "../../parts/notices/loaded";
import { AddressTabs } from "../../parts/tabs";
import { Deliveries } from "./webhook/deliveries";
import { SubscriptionActions } from "./webhook/subscription-actions";
import { SubscriptionHealth } from "./webhook/subscription-health";
import { SubscriptionState } from "./webhook/subscription-state";
import { VerifySnippets } from "./webhook/verify-snippets";

const refreshMs = 10_000;

export function Screen() {
  const { subscriptionId } = useParams({ strict: false }) as { subscriptionId: string };
  const read = useRead("getWebhookSubscriptionDetails", { params: { subscription_id: subscriptionId } }, { everyMs: refreshMs });
  return (
    <Loaded read={read}>
      {(shown) => (
        <>
          <Heading
            title={shown.url}
            about={shown.events.includes("*") ? "It is told of everything." : `It is told of ${shown.events.join(", ")}.`}
            back={{ to: "/webhooks", label: "Webhooks" }}
            aside={<SubscriptionState subscription={shown} />}
          >
            <SubscriptionActions subscription={shown} />
          </Heading>
          <SubscriptionHealth subscription={shown} />
          <AddressTabs
            tabs={[
              { value: "deliveries", label: "Deliveries", content: <Deliveries subscriptionId={subscriptionId} /> },
              { value: "verify", label: "Verify", content: <VerifySnippets /> },
            ]}
          />
        </>
      )}
    </Loaded>
  );
}
