import { Alert, Box } from "@mantine/core";
import type { Operations, Output } from "../../../../contract";
import { Properties } from "../../../parts/properties";
import { duration, formatted, fullTime } from "../../../parts/time";
import { When } from "../../../parts/when";

export type Subscription = Output<Operations["getWebhookSubscriptionDetails"]>;

const disabled = {
  gone: "Its receiver answered that it is gone (410). Nothing is sent to it until you resume it.",
  failing: "Nothing but failures for days. Nothing is sent to it until you resume it; then recover what was given up.",
  secret_lost: "The key that opens its secret was lost. Make a new secret, give it to the receiver, and resume it.",
};

export function SubscriptionHealth({
  subscription: { disabledReason, filter, headerNames, health },
}: {
  subscription: Subscription;
}) {
  const { lastSuccessAt, lastFailureAt, failuresInARow, failingSince, lagMs } = health;
  return (
    <Box mb="lg">
      {disabledReason && (
        <Alert color="red" title="Disabled" mb="md">
          {disabled[disabledReason]}
        </Alert>
      )}
      {!disabledReason && failingSince && (
        <Alert color="yellow" title={`Failing since ${fullTime(failingSince)}`} mb="md">
          {failuresInARow === 1 ? "The last try failed." : `The last ${formatted(failuresInARow)} tries failed.`} Failed
          deliveries are tried again for three days.
        </Alert>
      )}
      <Properties
        values={{
          "Last success": <When at={lastSuccessAt} />,
          "Last failure": <When at={lastFailureAt} />,
          "Longest wait": lagMs === 0 ? "Nothing waits" : duration(lagMs / 1_000),
          ...(filter && {
            "Only events of": Object.entries(filter)
              .map(([name, value]) => `${name} ${value}`)
              .join(", "),
          }),
          ...(headerNames.length > 0 && { "Static headers": headerNames.join(", ") }),
        }}
      />
    </Box>
  );
}
