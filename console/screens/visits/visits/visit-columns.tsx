import { Badge, Group, Text } from "@mantine/core";
import type { ItemOf } from "../../../api/operations";
import { TextLink } from "../../../parts/links";
import type { Column } from "../../../parts/lists/record-table";
import { TextButton } from "../../../parts/text-button";
import { duration, formatted, percentage } from "../../../parts/time";
import { kindNames } from "../../../parts/visits/kind-words";
import { PageName, VisitorName } from "../../../parts/visits/names";
import { When } from "../../../parts/when";

type Visit = ItemOf<"listTenantSessions">;

/** Who came to which page, for whom it is made, when, and what they did. */
export function visitColumns(areMachines: boolean, onOpen: (visit: Visit) => void): Column<Visit>[] {
  return [
    {
      title: "Visit",
      render: (visit) => (
        <>
          <TextButton onClick={() => onOpen(visit)}>
            <VisitorName pageId={visit.pageId} audienceId={visit.audienceId} />
          </TextButton>
          <Text size="xs" c="dimmed" truncate className="below">
            <PageName pageId={visit.pageId} />
          </Text>
        </>
      ),
    },
    { title: "Made for", width: 160, isMinor: true, render: (row) => <MadeFor visit={row} /> },
    { title: "Began", width: 130, render: ({ sessionStartedAt }) => <When at={sessionStartedAt} /> },
    {
      title: "Stayed",
      width: 80,
      isMinor: true,
      render: ({ timeSpentSeconds }) => (timeSpentSeconds === null ? "—" : duration(timeSpentSeconds)),
    },
    {
      title: "Scrolled",
      width: 85,
      isMinor: true,
      render: ({ maxScrollDepthPercentage }) => (maxScrollDepthPercentage === null ? "—" : percentage(maxScrollDepthPercentage)),
    },
    { title: "From", width: 90, isMinor: true, render: ({ utmSource, utmCampaign }) => utmCampaign ?? utmSource ?? "—" },
    { title: areMachines ? "Kind" : "Did", width: 205, isMinor: true, render: (row) => <Marks visit={row} /> },
  ];
}

/** A name of the audience's own says neither. */
function MadeFor({ visit: { personId, personName, accountId, accountName } }: { visit: Visit }) {
  const person = personId !== null && personName !== null && (
    <TextLink to="/persons/$personId" params={{ personId }}>
      {personName}
    </TextLink>
  );
  if (accountId === null || accountName === null) return person || "—";
  return (
    <>
      <TextLink to="/accounts/$accountId" params={{ accountId }}>
        {accountName}
      </TextLink>
      {person && (
        <Text size="xs" truncate className="below" component="div">
          {person}
        </Text>
      )}
    </>
  );
}

function Marks({ visit: { hasConversion, hasFormSubmit, questionsAskedCount, totalClicksCount, kind } }: { visit: Visit }) {
  const did = [hasFormSubmit && "form", hasConversion && "conversion", questionsAskedCount > 0 && "question"];
  // What a machine did does not count.
  const marks = kind === "person" ? did.filter(Boolean) : [kindNames[kind]];
  if (marks.length === 0)
    return totalClicksCount > 0 ? `${formatted(totalClicksCount)} ${totalClicksCount === 1 ? "click" : "clicks"}` : "—";
  return (
    <Group gap={4}>
      {marks.map((mark) => (
        <Badge key={String(mark)} size="sm" variant="light" tt="none" color={kind === "person" ? "teal" : "gray"}>
          {mark}
        </Badge>
      ))}
    </Group>
  );
}
