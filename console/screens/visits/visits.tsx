import { Anchor, Badge, Group, SegmentedControl, Stack, Text, Timeline } from "@mantine/core";
import * as z from "zod";
import { activeMinutes, visitKind } from "../../../contract/visits/sessions";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import { type ItemOf, useRead } from "../../api/operations";
import { TextLink } from "../../parts/links";
import { ExportButton } from "../../parts/lists/export-button";
import { FilterSelect } from "../../parts/lists/filters";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { Loaded } from "../../parts/notices/loaded";
import { SidePanel } from "../../parts/side-panel";
import { duration, formatted, fullTime, percentage } from "../../parts/time";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

type Visit = ItemOf<"listTenantSessions">;

const filterSchema = z.object({ kind: visitKind, active: z.literal("true"), pageId: z.string(), visit: z.string() });

const everyMs = 10_000;

/** Who is here, who came. */
export function Screen() {
  const [{ visit, active, ...filters }, setFilters] = useFilters(filterSchema);
  const query = { ...filters, ...(active && { active: true }) };
  const list = useList("listTenantSessions", { query }, { everyMs });
  const columns: Column<Visit>[] = [
    {
      title: "Visit",
      render: ({ audienceSessionId, pageId, audienceId }) => (
        <Anchor
          component="button"
          type="button"
          className="text-button"
          fw={550}
          onClick={() => setFilters({ visit: audienceSessionId })}
        >
          <VisitorName pageId={pageId} audienceId={audienceId} />
        </Anchor>
      ),
    },
    { title: "Page", isMinor: true, render: ({ pageId }) => <PageName pageId={pageId} /> },
    { title: "Began", width: 140, render: ({ sessionStartedAt }) => <When at={sessionStartedAt} /> },
    {
      title: "Stayed",
      width: 90,
      isMinor: true,
      render: ({ timeSpentSeconds }) => (timeSpentSeconds === null ? "—" : duration(timeSpentSeconds)),
    },
    {
      title: "Scrolled",
      width: 90,
      isMinor: true,
      render: ({ maxScrollDepthPercentage }) => (maxScrollDepthPercentage === null ? "—" : percentage(maxScrollDepthPercentage)),
    },
    { title: "From", width: 110, isMinor: true, render: ({ utmSource, utmCampaign }) => utmCampaign ?? utmSource ?? "—" },
    { title: "Did", width: 120, isMinor: true, render: (row) => <Marks visit={row} /> },
    {
      title: "Audience",
      width: 95,
      isMinor: true,
      render: ({ pageId, audienceId }) =>
        pageId &&
        audienceId && (
          <TextLink to="/pages/$pageId/audiences/$audienceId" params={{ pageId, audienceId }}>
            Open
          </TextLink>
        ),
    },
  ];
  return (
    <>
      <ListScreen
        title="Visits"
        about="Who came, the last first. Machines are left out unless you ask for them."
        tools={<ExportButton id="listTenantSessions" sent={{ query }} name="visits" />}
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
            <FilterSelect
              label="Kind"
              values={visitKind.options}
              value={filters.kind}
              onChange={(kind) => setFilters({ kind })}
            />
          </>
        }
        isFiltered={Object.keys(query).length > 0}
        list={list}
        columns={columns}
        keyOf={({ analyticsSessionId }) => analyticsSessionId}
        empty={{
          icon: "event",
          title: "Nobody came yet",
          text: "Send an audience the address of their page: the visit is here while it goes on.",
        }}
      />
      <SidePanel title="The visit" isOpen={visit !== undefined} onClose={() => setFilters({ visit: undefined })}>
        {visit && <VisitTimeline visit={visit} />}
      </SidePanel>
    </>
  );
}

function Marks({ visit: { hasConversion, hasFormSubmit, questionsAskedCount, totalClicksCount, kind } }: { visit: Visit }) {
  const marks = [
    kind !== "person" && kind,
    hasFormSubmit && "form",
    hasConversion && "conversion",
    questionsAskedCount > 0 && "question",
  ].filter(Boolean);
  if (marks.length === 0) return totalClicksCount > 0 ? `${formatted(totalClicksCount)} clicks` : "—";
  return (
    <Group gap={4} wrap="nowrap">
      {marks.map((mark) => (
        <Badge key={String(mark)} size="sm" variant="light" tt="none" color="teal">
          {mark}
        </Badge>
      ))}
    </Group>
  );
}

/** What the visitor did, in the order it happened. */
function VisitTimeline({ visit }: { visit: string }) {
  const read = useRead("getSessionInteractions", { params: { audience_session_id: visit } });
  return (
    <Loaded read={read}>
      {({ interactions }) =>
        interactions.length === 0 ? (
          <Text c="dimmed">They looked, and did nothing that is recorded.</Text>
        ) : (
          <Timeline bulletSize={14} lineWidth={2}>
            {interactions.map((each) => (
              <Timeline.Item
                key={`${each.timestamp} ${each.componentId} ${each.label}`}
                title={each.label || each.componentContext}
              >
                <Stack gap={2}>
                  {each.responseText && <Text size="sm">{each.responseText}</Text>}
                  <Text size="xs" c="dimmed">
                    {fullTime(String(each.timestamp))}
                  </Text>
                </Stack>
              </Timeline.Item>
            ))}
          </Timeline>
        )
      }
    </Loaded>
  );
}

/** Each page is asked for once. */
function PageName({ pageId }: { pageId: string | null }) {
  const { may } = useSession();
  const page = useRead("getPage", { params: { page_id: pageId ?? "" } }, { enabled: pageId !== null && may("pages:read") });
  return page.data?.name ?? "—";
}

/** The page's title would be the same for everybody, with its tokens unfilled. Only rows in sight ask, each audience once. */
function VisitorName({ pageId, audienceId }: { pageId: string | null; audienceId: string | null }) {
  const { may } = useSession();
  const audience = useRead(
    "getAudience",
    { params: { page_id: pageId ?? "", audience_id: audienceId ?? "" } },
    { enabled: pageId !== null && audienceId !== null && may("audiences:read") },
  );
  return audience.data?.effectiveName ?? "A visitor";
}
