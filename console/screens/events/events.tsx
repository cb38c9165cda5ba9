import { Code } from "@mantine/core";
import * as z from "zod";
import { type EventType, events } from "../../../contract";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import type { ItemOf } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { FilterSelect } from "../../parts/lists/filters";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { When } from "../../parts/when";

const types = Object.keys(events) as EventType[];
const filterSchema = z.object({ type: z.enum(types) });

const columns: Column<ItemOf<"listEvents">>[] = [
  {
    title: "What happened",
    render: ({ data, type }) => (
      <FormModal label={type.replaceAll(/[._]/g, " ")} title={type} variant="text" size="lg">
        {() => (
          <Code block tabIndex={0}>
            {JSON.stringify(data, null, 2)}
          </Code>
        )}
      </FormModal>
    ),
  },
  { title: "When", width: 150, render: ({ createdAt }) => <When at={createdAt} /> },
];

export function Screen() {
  const [filters, setFilters] = useFilters(filterSchema);
  const list = useList("listEvents", { query: filters });
  return (
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
  );
}
