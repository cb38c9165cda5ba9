import { Code, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import * as z from "zod";
import { type EventType, events } from "../../../contract";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import { type ItemOf, useRead } from "../../api/operations";
import { FilterSelect } from "../../parts/lists/filters";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { Loaded } from "../../parts/notices/loaded";
import { SidePanel } from "../../parts/side-panel";
import { TextButton } from "../../parts/text-button";
import { fullTime } from "../../parts/time";
import { VisitorName } from "../../parts/visits/names";
import { When } from "../../parts/when";

const types = Object.keys(events) as EventType[];
const filterSchema = z.object({ type: z.enum(types), event: z.string() });
type Row = ItemOf<"listEvents">;

export function Screen() {
  const [{ event, ...filters }, setFilters] = useFilters(filterSchema);
  const list = useList("listEvents", { query: filters });
  const columns: Column<Row>[] = [
    {
      title: "What happened",
      render: (row) => (
        <>
          <TextButton onClick={() => setFilters({ event: row.eventId }, { isStep: true })}>
            {row.type.replaceAll(/[._]/g, " ")}
          </TextButton>
          <Text size="xs" c="dimmed" truncate className="below narrow-only">
            {subjectOf(row)}
          </Text>
        </>
      ),
    },
    { title: "To", isMinor: true, isWords: true, render: subjectOf },
    { title: "When", width: 150, render: ({ createdAt }) => <When at={createdAt} /> },
  ];
  return (
    <>
      <ListScreen
        title="Events"
        about="What happened in the last 30 days; webhooks send the same."
        filters={<FilterSelect label="Type" values={types} value={filters.type} onChange={(type) => setFilters({ type })} />}
        isFiltered={Object.keys(filters).length > 0}
        list={list}
        columns={columns}
        keyOf={({ eventId }) => eventId}
        empty={{
          icon: "event",
          title: "Nothing happened yet",
          text: "Every change that you or your programs make is listed here.",
        }}
      />
      <SidePanel title="The event" isOpen={event !== undefined} onClose={() => setFilters({ event: undefined })}>
        {event && <EventDetails eventId={event} />}
      </SidePanel>
    </>
  );
}

/** All of it, as webhooks and the feed have it. */
function EventDetails({ eventId }: { eventId: string }) {
  const read = useRead("getEvent", { params: { event_id: eventId } });
  return (
    <Loaded read={read}>
      {(event) => (
        <Stack>
          <Text fw={550}>{event.type}</Text>
          <Text size="sm" c="dimmed">
            {fullTime(event.createdAt)}
          </Text>
          <Code block tabIndex={0}>
            {JSON.stringify(event, null, 2)}
          </Code>
        </Stack>
      )}
    </Loaded>
  );
}

/** In the order in which one says most to a person. */
const namingFields = ["effectiveName", "name", "email", "domain", "title", "text", "path", "url"];

/** What it happened to: many events in a row are of the same type. */
function subjectOf({ data, subjectId }: Row): ReactNode {
  const fields = data as Record<string, unknown>;
  const name = namingFields.map((field) => fields[field]).find((value) => typeof value === "string" && value !== "");
  if (name !== undefined) return String(name);
  const { pageId, audienceId } = fields;
  if (typeof pageId === "string" && typeof audienceId === "string") return <VisitorName {...{ pageId, audienceId }} />;
  return subjectId;
}
