import { SegmentedControl } from "@mantine/core";
import { activeMinutes } from "../../../contract/visits/sessions";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import { PagePicker } from "../../parts/forms/page-picker";
import { ExportButton } from "../../parts/lists/export-button";
import { FilterSelect } from "../../parts/lists/filters";
import { ListScreen } from "../../parts/lists/list-screen";
import { SidePanel } from "../../parts/side-panel";
import { kindNames, machineKinds } from "../../parts/visits/kind-words";
import { FoundVisit, VisitDetails } from "../../parts/visits/visit-details";
import { VisitTimeline } from "../../parts/visits/visit-timeline";
import { useMachineVisits } from "./machine-visits";
import { MoreFilters } from "./visits/more-filters";
import { visitColumns } from "./visits/visit-columns";
import { filterSchema, queryOf, type VisitQuery } from "./visits/visit-filters";
import { useVisitNames } from "./visits/visit-names";

const everyMs = 10_000;

const aboutPeople = "Who came, the last first. Machines are left out unless you ask for them.";
const aboutMachines = "Machines and your own people, the last first, with the reason. No figures count them.";

/** Who is here, who came. */
export function Screen() {
  const [filters, setFilters] = useFilters(filterSchema);
  const { visit, began, active, kind, pageId } = filters;
  const common = queryOf(filters);
  const query = { ...common, ...(kind !== undefined && kind !== "machines" && { kind }) };
  const ofOneKind = useList("listTenantSessions", { query }, { everyMs, enabled: kind !== "machines" });
  const ofMachines = useMachineVisits(common, kind === "machines");
  const list = kind === "machines" ? ofMachines : ofOneKind;
  const open = list.items.find(({ audienceSessionId }) => visit !== undefined && audienceSessionId === visit);
  const isFiltered = kind !== undefined || Object.keys(common).length > 0;
  const isHereAlone = active !== undefined && kind === undefined && Object.keys(common).length === 1;
  const columns = visitColumns(kind !== undefined, ({ audienceSessionId, sessionStartedAt }) =>
    setFilters({ visit: audienceSessionId, began: sessionStartedAt }, { isStep: true }),
  );
  return (
    <>
      <ListScreen
        title="Visits"
        about={kind === undefined ? aboutPeople : aboutMachines}
        tools={<ExportVisits queries={kind === "machines" ? machineKinds.map((each) => ({ ...common, kind: each })) : [query]} />}
        filters={
          <>
            <SegmentedControl
              aria-label="When"
              data={[
                { value: "all", label: "All" },
                { value: "true", label: `Here in the last ${activeMinutes} minutes` },
              ]}
              value={active ?? "all"}
              onChange={(value) => setFilters({ active: value === "true" ? value : undefined })}
            />
            <SegmentedControl
              aria-label="Who"
              data={[
                { value: "people", label: "People" },
                { value: "machines", label: "Machines" },
              ]}
              value={kind === undefined ? "people" : "machines"}
              onChange={(value) => setFilters({ kind: value === "machines" ? value : undefined })}
            />
            <PagePicker value={pageId} onChange={(chosen) => setFilters({ pageId: chosen, audienceId: undefined })} />
            {kind !== undefined && (
              <FilterSelect
                label="Kind"
                values={machineKinds}
                names={kindNames}
                value={kind === "machines" ? undefined : kind}
                onChange={(chosen) => setFilters({ kind: chosen ?? "machines" })}
              />
            )}
            <MoreFilters filters={filters} onChange={setFilters} isFiltered={isFiltered} />
          </>
        }
        isFiltered={isFiltered && !isHereAlone}
        list={list}
        columns={columns}
        keyOf={({ analyticsSessionId }) => analyticsSessionId}
        empty={isHereAlone ? nobodyHere : nobodyYet}
      />
      <SidePanel
        title="The visit"
        isOpen={visit !== undefined}
        onClose={() => setFilters({ visit: undefined, began: undefined })}
      >
        {open && <VisitDetails visit={open} />}
        {!open && visit && (began ? <FoundVisit {...{ visit, began }} /> : <VisitTimeline visit={visit} />)}
      </SidePanel>
    </>
  );
}

const nobodyYet = {
  icon: "event",
  title: "Nobody came yet",
  text: "Send an audience the address of their page: the visit is here while it goes on.",
} as const;

const nobodyHere = {
  icon: "event",
  title: "Nobody is here right now",
  text: "Leave this screen open: whoever opens a page of theirs appears within seconds.",
} as const;

function ExportVisits({ queries }: { queries: VisitQuery[] }) {
  const names = useVisitNames();
  const lists = queries.map((query) => ({ query }));
  return <ExportButton id="listTenantSessions" lists={lists} name="visits" newestBy="sessionStartedAt" names={names} />;
}
