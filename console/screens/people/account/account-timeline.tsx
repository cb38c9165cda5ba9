import { Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import * as z from "zod";
import type { Access } from "../../../../contract";
import { toTimestamp } from "../../../../contract/timestamps";
import { useFilters } from "../../../api/filters";
import { Icon, type IconName } from "../../../parts/icon";
import { TextLink } from "../../../parts/links";
import { FilterSelect } from "../../../parts/lists/filters";
import { type Column, RecordTable } from "../../../parts/lists/record-table";
import { EmptyState } from "../../../parts/notices/empty-state";
import { SidePanel } from "../../../parts/side-panel";
import { TextButton } from "../../../parts/text-button";
import { PageName, VisitorName } from "../../../parts/visits/names";
import { When } from "../../../parts/when";
import { useSession } from "../../../session/context";
import { MomentDetails, type OpenKind, type OpenMoment, openKinds, titles } from "./moment-details";
import { type Moment, type MomentKind, momentKinds, useMoments } from "./moments";

const filterSchema = z.object({ kind: z.enum(momentKinds), moment: z.string().regex(/^\w+:[^:]+:\d+$/) });

const icons: Readonly<Record<MomentKind, IconName>> = {
  visit: "eye",
  question: "question",
  form: "check",
  publish: "rocket",
  log: "event",
  person: "person",
  audience: "audience",
};

/** Without the scope, the moment is shown and leads nowhere. */
const needs: Partial<Record<MomentKind, Access>> = {
  visit: "sessions:read",
  question: "questions:read",
  form: "form_submissions:read",
  publish: "audiences:read",
};

/** Everything that happened around an account, newest first. */
export function AccountTimeline({ accountId }: { accountId: string }) {
  const [{ kind, moment }, setFilters] = useFilters(filterSchema);
  const list = useMoments(accountId, kind);
  const open = openMoment(moment);
  const columns: Column<Moment>[] = [
    {
      title: "What",
      render: (row) => (
        <Group gap="xs" wrap="nowrap">
          <Icon name={icons[row.kind]} size={16} />
          <Box miw={0}>
            <What moment={row} onOpen={() => setFilters({ moment: `${row.kind}:${row.id}:${row.at}` }, { isStep: true })} />
          </Box>
        </Group>
      ),
    },
    { title: "Page made for", isMinor: true, render: (row) => <MadeFor moment={row} /> },
    { title: "When", width: 130, render: ({ at }) => <When at={toTimestamp(at)} /> },
  ];
  return (
    <>
      <Group mb="md">
        <FilterSelect label="Kind" values={momentKinds} value={kind} onChange={(value) => setFilters({ kind: value })} />
      </Group>
      <RecordTable
        label="Timeline"
        list={list}
        columns={columns}
        keyOf={({ key }) => key}
        empty={
          kind === undefined ? (
            <EmptyState
              icon="event"
              title="Nothing happened yet"
              text="Make a page for somebody of this account: visits, questions and forms are listed here as they come."
            />
          ) : (
            <EmptyState icon="search" title="Nothing of this kind" text="Choose another one, or all of them." />
          )
        }
      />
      <SidePanel title={open ? titles[open.kind] : ""} isOpen={!!open} onClose={() => setFilters({ moment: undefined })}>
        {open && <MomentDetails accountId={accountId} moment={open} />}
      </SidePanel>
    </>
  );
}

/** From the address, where anything may stand. */
function openMoment(moment: string | undefined): OpenMoment | undefined {
  const [kind, id, at] = moment?.split(":") ?? [];
  if (!id || !openKinds.includes(kind as OpenKind)) return undefined;
  return { kind: kind as OpenKind, id, at: Number(at) };
}

function What({ moment, onOpen }: { moment: Moment; onOpen(): void }) {
  const { may } = useSession();
  const { kind, pageId, audienceId, personId } = moment;
  const words = inWords(moment);
  const needed = needs[kind];
  if (needed && !may(needed)) return <Text span>{words}</Text>;
  if (openKinds.includes(kind as OpenKind)) {
    return <TextButton onClick={onOpen}>{words}</TextButton>;
  }
  if (kind === "person" && personId) {
    return (
      <TextLink to="/persons/$personId" params={{ personId }} fw={550}>
        {words}
      </TextLink>
    );
  }
  if (!pageId || !audienceId) return <Text span>{words}</Text>;
  const search = (kind === "publish" ? { tab: "versions" } : {}) as never;
  return (
    <TextLink to="/pages/$pageId/audiences/$audienceId" params={{ pageId, audienceId }} search={search} fw={550}>
      {words}
    </TextLink>
  );
}

function inWords({ kind, label, pageId }: Moment): ReactNode {
  const words: Record<MomentKind, ReactNode> = {
    visit: (
      <>
        Visited <PageName pageId={pageId} />
      </>
    ),
    question: `Asked: ${label}`,
    form: label ? `Sent a form: ${label}` : "Sent a form",
    publish: `Version ${label} went live`,
    log: `Logged: ${label}`,
    person: `New person: ${label}`,
    audience: `New audience: ${label}`,
  };
  return words[kind];
}

function MadeFor({ moment: { pageId, audienceId } }: { moment: Moment }) {
  if (!pageId || !audienceId) return "—";
  return <VisitorName pageId={pageId} audienceId={audienceId} />;
}
