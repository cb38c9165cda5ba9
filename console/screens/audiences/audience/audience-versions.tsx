import { Group, Select, Stack, Table, Text, Title } from "@mantine/core";
import * as z from "zod";
import type { Audience, VersionStatus } from "../../../../contract";
import { useFilters } from "../../../api/filters";
import { useList } from "../../../api/list";
import { LoadMore } from "../../../parts/lists/load-more";
import { NoItems } from "../../../parts/lists/no-items";
import { VersionDifference } from "./version-difference";
import { VersionRow } from "./version-row";

const filterSchema = z.object({ from: z.string(), to: z.string() });

/** Others were never built. */
const hasContent: readonly VersionStatus[] = ["draft", "archived"];

/** Every version, and any two of them side by side. */
export function AudienceVersions({ audience }: { audience: Audience }) {
  const [chosen, setChosen] = useFilters(filterSchema);
  const params = { page_id: audience.pageId, audience_id: audience.audienceId };
  const list = useList("listAudienceVersions", { params }, { keepsAll: true });
  const { items } = list;
  const { versionId: live, versionNumber: liveNumber } = audience.publishedVersion;
  const other = items.find(({ versionId, status }) => versionId !== live && hasContent.includes(status));
  const isNewer = other !== undefined && other.versionNumber > liveNumber;
  const from = chosen.from ?? (isNewer ? live : other?.versionId);
  const to = chosen.to ?? (isNewer ? other.versionId : live);
  const options = items.map(({ versionId, versionNumber, status }) => ({
    value: versionId,
    label: `Version ${versionNumber} (${versionId === live ? "live" : status})`,
  }));
  // Every audience has one.
  if (items.length === 0) return <NoItems list={list} />;
  return (
    <Stack gap="xl">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Version</Table.Th>
            <Table.Th w={120}>Status</Table.Th>
            <Table.Th visibleFrom="sm">Made</Table.Th>
            <Table.Th ta="right">Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((version) => (
            <VersionRow
              key={version.versionId}
              version={version}
              params={params}
              live={live}
              isCompared={[from, to].includes(version.versionId) && [from, to].includes(live)}
              onSame={() => setChosen({ from: version.versionId, to: live })}
            />
          ))}
        </Table.Tbody>
      </Table>
      <LoadMore list={list} />
      {items.length > 1 && from && (
        <Stack>
          <Title order={2} size="h4">
            Compare
          </Title>
          <Group>
            <Select
              aria-label="From"
              data={options}
              value={from}
              onChange={(value) => setChosen({ from: value })}
              allowDeselect={false}
            />
            <Text>with</Text>
            <Select
              aria-label="With"
              data={options}
              value={to}
              onChange={(value) => setChosen({ to: value })}
              allowDeselect={false}
            />
          </Group>
          <VersionDifference params={params} from={from} to={to} />
        </Stack>
      )}
    </Stack>
  );
}
