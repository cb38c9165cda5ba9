import * as z from "zod";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import { PagePicker } from "../../parts/forms/page-picker";
import { audienceColumns } from "../../parts/lists/audience-table";
import { FilterBox } from "../../parts/lists/filters";
import { ListScreen } from "../../parts/lists/list-screen";

const filterSchema = z.object({ query: z.string(), pageId: z.string() });

export function Screen() {
  const [filters, setFilters] = useFilters(filterSchema);
  const list = useList("listTenantAudiences", { query: filters });
  return (
    <ListScreen
      title="Audiences"
      about="Whoever sees a page in a version of their own, on all pages."
      filters={
        <>
          <FilterBox label="Search audiences" value={filters.query} onChange={(query) => setFilters({ query })} />
          <PagePicker value={filters.pageId} onChange={(pageId) => setFilters({ pageId })} />
        </>
      }
      isFiltered={Object.keys(filters).length > 0}
      list={list}
      columns={audienceColumns}
      keyOf={({ audienceId }) => audienceId}
      empty={{
        icon: "audience",
        title: "No audiences yet",
        text: "Open a page and add the people it is for, one by one or from a CSV.",
      }}
    />
  );
}
