import { Code, Group, Stack, Text, Timeline } from "@mantine/core";
import * as z from "zod";
import { type EventType, events } from "../../../../contract";
import { deliveryStates } from "../../../../contract/events/webhook-deliveries";
import { useEdit } from "../../../api/edits";
import { useFilters } from "../../../api/filters";
import { useList } from "../../../api/list";
import { type ItemOf, useRead } from "../../../api/operations";
import { FilterSelect } from "../../../parts/lists/filters";
import { type Column, RecordTable } from "../../../parts/lists/record-table";
import { BusyButton } from "../../../parts/notices/busy-button";
import { EmptyState, NothingFits } from "../../../parts/notices/empty-state";
import { Loaded } from "../../../parts/notices/loaded";
import { SidePanel } from "../../../parts/side-panel";
import { StatusBadge } from "../../../parts/status-badge";
import { TextButton } from "../../../parts/text-button";
import { formatted, fullTime } from "../../../parts/time";
import { When } from "../../../parts/when";
import { useSession } from "../../../session/context";
import { failureInWords } from "./failure-words";

const types = Object.keys(events) as EventType[];
const filterSchema = z.object({ state: z.enum(deliveryStates), eventType: z.enum(types), delivery: z.string() });
const refreshMs = 2_000;

/** What was sent, the newest first; one of them opens with its tries. */
export function Deliveries({ subscriptionId }: { subscriptionId: string }) {
  const [{ delivery, ...filters }, setFilters] = useFilters(filterSchema);
  const list = useList("listWebhookDeliveries", { params: { subscription_id: subscriptionId }, query: filters });
  const columns: Column<ItemOf<"listWebhookDeliveries">>[] = [
    {
      title: "Event",
      render: ({ deliveryId, eventType, purpose, createdAt }) => (
        <>
          <TextButton onClick={() => setFilters({ delivery: deliveryId })}>
            {eventType}
            {purpose !== "event" && ` (${purpose})`}
          </TextButton>
          <Text size="xs" c="dimmed" truncate className="below narrow-only">
            <When at={createdAt} />
          </Text>
        </>
      ),
    },
    { title: "State", width: 120, render: ({ state }) => <StatusBadge status={state} /> },
    { title: "Tries", width: 80, isMinor: true, render: ({ triesMade }) => formatted(triesMade) },
    {
      title: "Answer",
      width: 180,
      isMinor: true,
      render: ({ lastStatus, lastError }) => lastStatus ?? (lastError === null ? "—" : failureInWords(lastError)),
    },
    { title: "Made", width: 140, isMinor: true, render: ({ createdAt }) => <When at={createdAt} /> },
  ];
  return (
    <>
      <Group mb="md">
        <FilterSelect label="State" values={deliveryStates} value={filters.state} onChange={(state) => setFilters({ state })} />
        <FilterSelect
          label="Event"
          values={types}
          value={filters.eventType}
          onChange={(eventType) => setFilters({ eventType })}
        />
      </Group>
      <RecordTable
        label="Deliveries"
        list={list}
        columns={columns}
        keyOf={({ deliveryId }) => deliveryId}
        empty={
          Object.keys(filters).length > 0 ? (
            <NothingFits />
          ) : (
            <EmptyState icon="webhook" title="No deliveries" text="Send a test, or wait until something happens." />
          )
        }
      />
      <SidePanel title="The delivery" isOpen={delivery !== undefined} onClose={() => setFilters({ delivery: undefined })}>
        {delivery && <Tries subscriptionId={subscriptionId} deliveryId={delivery} />}
      </SidePanel>
    </>
  );
}

function Tries({ subscriptionId, deliveryId }: { subscriptionId: string; deliveryId: string }) {
  const { may } = useSession();
  const edit = useEdit();
  const params = { subscription_id: subscriptionId, delivery_id: deliveryId };
  const read = useRead("getWebhookDelivery", { params }, { everyMs: refreshMs });
  return (
    <Loaded read={read}>
      {({ eventType, eventId, state, nextTryAt, tries }) => (
        <Stack>
          <Group>
            <Text fw={550}>{eventType}</Text>
            <StatusBadge status={state} />
          </Group>
          <Text size="sm" c="dimmed">
            webhook-id <Code>{eventId}</Code>
          </Text>
          {nextTryAt && <Text size="sm">Next try: {fullTime(nextTryAt)}</Text>}
          {may("webhook_subscriptions:write") && (
            <BusyButton
              variant="light"
              onClick={() => edit("redeliverWebhookDelivery", { params }, { done: "It is sent once more" })}
            >
              Send it again
            </BusyButton>
          )}
          {tries.length === 0 && <Text c="dimmed">It was not tried yet.</Text>}
          <Timeline bulletSize={14} lineWidth={2}>
            {tries.map(({ at, durationMs, status, error, answer }) => (
              <Timeline.Item key={at} color={error ? "red" : "teal"} title={status ?? (error && failureInWords(error))}>
                <Text size="xs" c="dimmed">
                  {fullTime(at)} · {formatted(durationMs)} ms{error && status === null ? ` · ${error}` : ""}
                </Text>
                {answer && (
                  <Code block tabIndex={0} mt={4}>
                    {answer}
                  </Code>
                )}
              </Timeline.Item>
            ))}
          </Timeline>
        </Stack>
      )}
    </Loaded>
  );
}
