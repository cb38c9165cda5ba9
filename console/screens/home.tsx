import { Card, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { Access } from "../../contract";
import { useRead } from "../api/operations";
import { Heading } from "../parts/heading";
import { Icon, type IconName } from "../parts/icon";
import { LinkButton, TextLink } from "../parts/links";
import { StatusBadge } from "../parts/status-badge";
import { formatted } from "../parts/time";
import { When } from "../parts/when";
import { useSession } from "../session/context";
import { WhoCame } from "./home/who-came";

const one = { query: { limit: 1 } };

export function Screen() {
  const { may, self } = useSession();
  const reads = (access: Access) => ({ enabled: may(access) });
  const pages = useRead("listPages", one, reads("pages:read"));
  const shownPages = useRead("listPages", { query: { limit: 1, status: "published" } }, reads("pages:read"));
  const persons = useRead("listPersons", one, reads("persons:read"));
  const audiences = useRead("listTenantAudiences", one, reads("audiences:read"));
  const accounts = useRead("listAccounts", one, reads("accounts:read"));
  const counts = [
    { label: "Pages", to: "/pages", icon: "page", read: pages },
    { label: "Audiences", to: "/audiences", icon: "audience", read: audiences },
    { label: "Persons", to: "/persons", icon: "person", read: persons },
    { label: "Accounts", to: "/accounts", icon: "account", read: accounts },
  ] as const;
  const steps: Step[] = [
    {
      done: has(pages),
      title: "Make a page",
      text: "Written once, for everybody you have in mind.",
      to: "/pages",
      label: "Go to pages",
    },
    {
      done: has(persons),
      title: "Add people",
      text: "One by one, or a list from your CRM as CSV.",
      to: "/import",
      label: "Import a CSV",
    },
    {
      done: has(audiences),
      title: "Give each their version",
      text: "An audience is a person on a page, with an address of their own.",
      to: "/pages",
      label: "Open a page",
    },
    {
      done: has(shownPages),
      title: "Show the page to visitors",
      text: "A new page is hidden, so that nobody opens it while you are still writing.",
      to: "/pages",
      label: "Open the page",
    },
  ];
  const isRead = !shownPages.isLoading && !counts.some(({ read }) => read.isLoading);
  const isNew = isRead && may("pages:write") && !steps.every(({ done }) => done);
  return (
    <>
      <Heading title="Home" about={`You are looking at ${self.tenantName}.`} />
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="xl">
        {counts.map(
          ({ label, to, icon, read }) =>
            read.data && <Count key={label} label={label} to={to} icon={icon} count={read.data.totalCount} />,
        )}
      </SimpleGrid>
      {isNew && <FirstSteps steps={steps} />}
      <WhoCame />
      {isRead && !isNew && may("pages:read") && <LatestPages />}
    </>
  );
}

function has({ data }: { data?: { totalCount: number | null } | undefined }): boolean {
  return data?.totalCount === null || (data?.totalCount ?? 0) > 0;
}

function Count({ label, to, icon, count }: { label: string; to: string; icon: IconName; count: number | null }) {
  return (
    <Card withBorder>
      <Group gap="sm" wrap="nowrap">
        <ThemeIcon variant="light" size="lg">
          <Icon name={icon} />
        </ThemeIcon>
        <div>
          <Text size="xl" fw={650} lh={1.2}>
            {count === null ? "10,000+" : formatted(count)}
          </Text>
          <TextLink to={to} size="sm">
            {label}
          </TextLink>
        </div>
      </Group>
    </Card>
  );
}

interface Step {
  done: boolean;
  title: string;
  text: string;
  to: string;
  label: string;
}

function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const next = steps.find(({ done }) => !done);
  return (
    <Stack maw={640} mb="xl">
      <Title order={2} size="h4">
        Four steps to the first personal page
      </Title>
      {steps.map((step, index) => (
        <Card key={step.title} withBorder>
          <Group wrap="nowrap" justify="space-between">
            <Group wrap="nowrap">
              <ThemeIcon radius="xl" variant={step.done ? "filled" : "light"} color={step.done ? "teal" : "indigo"}>
                {step.done ? <Icon name="check" size={16} /> : <Text size="sm">{index + 1}</Text>}
              </ThemeIcon>
              <div>
                <Text fw={550}>
                  {step.title}
                  {step.done && <span className="hidden"> (done)</span>}
                </Text>
                <Text size="sm" c="dimmed">
                  {step.text}
                </Text>
              </div>
            </Group>
            {step === next && (
              <LinkButton to={step.to} size="xs" flex="none">
                {step.label}
              </LinkButton>
            )}
          </Group>
        </Card>
      ))}
    </Stack>
  );
}

function LatestPages() {
  const { data } = useRead("listPages", { query: { limit: 5 } });
  return (
    <Stack>
      <Title order={2} size="h4">
        Latest pages
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {data?.items.map(({ pageId, name, status, audiencesCount, updatedAt }) => (
          <Card key={pageId} withBorder>
            <Group justify="space-between" wrap="nowrap">
              <div>
                <TextLink to="/pages/$pageId" params={{ pageId }} fw={550}>
                  {name}
                </TextLink>
                <Text size="sm" c="dimmed">
                  {audiencesCount === 1 ? "1 audience" : `${formatted(audiencesCount)} audiences`}, changed{" "}
                  <When at={updatedAt} />
                </Text>
              </div>
              <StatusBadge status={status} />
            </Group>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
