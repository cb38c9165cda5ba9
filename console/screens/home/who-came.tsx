import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { activeMinutes } from "../../../contract/visits/sessions";
import { type ItemOf, useRead } from "../../api/operations";
import { TextLink } from "../../parts/links";
import { Loaded } from "../../parts/notices/loaded";
import { formatted } from "../../parts/time";
import { senderOf } from "../../parts/visits/lead-details";
import { PageName, VisitorName } from "../../parts/visits/names";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

const everyMs = 10_000;
const shownRows = 5;

/** Who is here, who came last, and what they sent. */
export function WhoCame() {
  const { may } = useSession();
  return (
    <SimpleGrid cols={{ base: 1, lg: 3 }} mb="xl">
      {may("sessions:read") && <HereNow />}
      {may("sessions:read") && <LatestVisits />}
      {may("form_submissions:read") && <LatestLeads />}
    </SimpleGrid>
  );
}

function HereNow() {
  return (
    <VisitsPanel
      title={`Here in the last ${activeMinutes} minutes`}
      filter={{ active: true }}
      isCounted
      all={{ to: "/visits", search: { active: "true" } }}
      nothing={
        <Nothing title="Nobody is here right now">
          Leave this screen open: whoever opens a page of theirs appears within seconds.
        </Nothing>
      }
    />
  );
}

function LatestVisits() {
  return (
    <VisitsPanel
      title="Latest visits"
      filter={{}}
      all={{ to: "/visits" }}
      nothing={
        <Nothing title="Nobody came yet">
          Every audience has an address of its own. Copy one from{" "}
          <TextLink to="/links" underline="always">
            Links
          </TextLink>{" "}
          and send it: the visit is listed here by name.
        </Nothing>
      }
    />
  );
}

interface VisitsPanelProps extends Pick<PanelProps, "title" | "all"> {
  filter: { active?: true };
  isCounted?: boolean;
  nothing: ReactNode;
}

function VisitsPanel({ filter, isCounted = false, nothing, ...panel }: VisitsPanelProps) {
  const read = useRead("listTenantSessions", { query: { ...filter, limit: shownRows } }, { everyMs });
  return (
    <Panel {...panel} count={isCounted ? read.data?.totalCount : undefined}>
      <Loaded read={read}>{({ items }) => (items.length === 0 ? nothing : <Visits visits={items} />)}</Loaded>
    </Panel>
  );
}

function LatestLeads() {
  const read = useRead("listFormSubmissions", { query: { limit: shownRows } }, { everyMs });
  return (
    <Panel title="Latest leads" all={{ to: "/leads" }}>
      <Loaded read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <Nothing title="No leads yet">
              Give a page an action that opens one of your{" "}
              <TextLink to="/forms" underline="always">
                forms
              </TextLink>
              : what visitors send is listed here.
            </Nothing>
          ) : (
            <Rows>
              {items.map((lead) => (
                <Row key={lead.submissionId} at={lead.submittedAt} detail={<PageName pageId={lead.pageId} />}>
                  <TextLink to="/leads" search={{ lead: lead.submissionId } as never} fw={550}>
                    {senderOf(lead)}
                  </TextLink>
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Visits({ visits }: { visits: readonly ItemOf<"listTenantSessions">[] }) {
  return (
    <Rows>
      {visits.map(({ analyticsSessionId, audienceSessionId, pageId, audienceId, sessionStartedAt }) => (
        <Row key={analyticsSessionId} at={sessionStartedAt} detail={<PageName pageId={pageId} />}>
          <TextLink
            to="/visits"
            search={(audienceSessionId === null ? {} : { visit: audienceSessionId, began: sessionStartedAt }) as never}
            fw={550}
          >
            <VisitorName pageId={pageId} audienceId={audienceId} />
          </TextLink>
        </Row>
      ))}
    </Rows>
  );
}

interface PanelProps {
  title: string;
  /** How many there are in all; null when there are too many to count. */
  count?: number | null | undefined;
  /** Where all of them are listed. */
  all: { to: string; search?: object };
  children: ReactNode;
}

function Panel({ title, count, all, children }: PanelProps) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Group gap="xs" wrap="nowrap">
          <Title order={2} size="h5">
            {title}
          </Title>
          {typeof count === "number" && count > 0 && (
            <Badge variant="light" color="teal">
              {formatted(count)}
            </Badge>
          )}
        </Group>
        <TextLink to={all.to} search={(all.search ?? {}) as never} size="sm" aria-label={`All of: ${title}`}>
          All
        </TextLink>
      </Group>
      {children}
    </Card>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return (
    <Stack component="ul" gap="xs" className="plain-list">
      {children}
    </Stack>
  );
}

function Row({ at, detail, children }: { at: string; detail: ReactNode; children: ReactNode }) {
  return (
    <li className="clipped">
      {children}
      <Text component="div" size="sm" c="dimmed" truncate>
        {detail} · <When at={at} />
      </Text>
    </li>
  );
}

function Nothing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={4} py="sm">
      <Text fw={550}>{title}</Text>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Stack>
  );
}
