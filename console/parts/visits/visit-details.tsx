import { Badge, Group, List, Stack, Text } from "@mantine/core";
import { toTimestamp } from "../../../contract/timestamps";
import type { RecordedSession } from "../../../contract/visits/sessions";
import { useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { TextLink } from "../links";
import { Loaded } from "../notices/loaded";
import { Properties } from "../properties";
import { duration, fullTime, percentage } from "../time";
import { kindNames, reasonInWords } from "./kind-words";
import { PageName, VisitorName } from "./names";
import { VisitTimeline } from "./visit-timeline";

/** Who came, how long they stayed, and what they did. */
export function VisitDetails({ visit }: { visit: RecordedSession }) {
  const { audienceSessionId, pageId, audienceId, sessionStartedAt, timeSpentSeconds, maxScrollDepthPercentage } = visit;
  const { personId, personName, accountId, accountName } = visit;
  const { may } = useSession();
  const who = <VisitorName pageId={pageId} audienceId={audienceId} />;
  return (
    <Stack>
      <Properties
        isDense
        values={{
          Who:
            pageId && audienceId ? (
              <TextLink to="/pages/$pageId/audiences/$audienceId" params={{ pageId, audienceId }}>
                {who}
              </TextLink>
            ) : (
              who
            ),
          ...(personId &&
            personName && {
              Person: (
                <TextLink to="/persons/$personId" params={{ personId }}>
                  {personName}
                </TextLink>
              ),
            }),
          ...(accountId &&
            accountName && {
              Account: (
                <TextLink to="/accounts/$accountId" params={{ accountId }}>
                  {accountName}
                </TextLink>
              ),
            }),
          Page: pageId && may("pages:read") ? <PageLink pageId={pageId} /> : <PageName pageId={pageId} />,
          From: sourceOf(visit) ?? "Not known",
          Began: fullTime(sessionStartedAt),
          Stayed: timeSpentSeconds === null ? null : duration(timeSpentSeconds),
          Scrolled: maxScrollDepthPercentage === null ? null : percentage(maxScrollDepthPercentage),
        }}
      />
      {visit.kind !== "person" && <Reasons visit={visit} />}
      {audienceSessionId && <VisitTimeline visit={audienceSessionId} session={visit} />}
    </Stack>
  );
}

function PageLink({ pageId }: { pageId: string }) {
  return (
    <TextLink to="/pages/$pageId" params={{ pageId }}>
      <PageName pageId={pageId} />
    </TextLink>
  );
}

function sourceOf({ utmSource, utmMedium, utmCampaign, utmTerm, utmContent }: RecordedSession): string | undefined {
  return [utmSource, utmMedium, utmCampaign, utmTerm, utmContent].filter(Boolean).join(" · ") || undefined;
}

function Reasons({ visit: { kind, kindReasons } }: { visit: RecordedSession }) {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={550}>Not counted</Text>
        <Badge variant="light" tt="none" color="gray">
          {kindNames[kind]}
        </Badge>
      </Group>
      <List size="sm">
        {kindReasons.map((reason) => (
          <List.Item key={reason}>{reasonInWords(reason)}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

interface FoundProps {
  visit: string;
  /** When it began: a visit can't be read by itself, but the list of its moment has it. */
  began: string;
  accountId?: string;
}

/** A person's visit that is known by its identifier and its start. */
export function FoundVisit({ visit, began, accountId }: FoundProps) {
  const query = { from: began, to: toTimestamp(Number(began) + 1), limit: 100, ...(accountId !== undefined && { accountId }) };
  const read = useRead("listTenantSessions", { query });
  return (
    <Loaded read={read}>
      {({ items }) => {
        const found = items.find(({ audienceSessionId }) => audienceSessionId === visit);
        return found ? <VisitDetails visit={found} /> : <VisitTimeline visit={visit} />;
      }}
    </Loaded>
  );
}
