import { Button, Group, Select, Stack, Table, Text, Title } from "@mantine/core";
import * as z from "zod";
import { type Audience, type AudienceVersion, canHappen } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useFilters } from "../../../api/filters";
import { useList } from "../../../api/list";
import { failed } from "../../../parts/notices/notices";
import { StatusBadge } from "../../../parts/status-badge";
import { When } from "../../../parts/when";
import { useSession } from "../../../session/context";
import { VersionDifference } from "./version-difference";

const filterSchema = z.object({ from: z.string(), to: z.string() });

/** Every version, and any two of them side by side. */
export function AudienceVersions({ audience }: { audience: Audience }) {
  const [chosen, setChosen] = useFilters(filterSchema);
  const params = { page_id: audience.pageId, audience_id: audience.audienceId };
  const { items } = useList("listAudienceVersions", { params });
  const live = audience.publishedVersion.versionId;
  const from = chosen.from ?? items.find(({ versionId }) => versionId !== live)?.versionId;
  const to = chosen.to ?? live;
  const options = items.map(({ versionId, versionNumber, status }) => ({
    value: versionId,
    label: `Version ${versionNumber} (${versionId === live ? "live" : status})`,
  }));
  return (
    <Stack gap="xl">
      <Table.ScrollContainer minWidth={520} type="native" tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Version</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Made</Table.Th>
              <Table.Th>Actions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((version) => (
              <VersionRow key={version.versionId} version={version} params={params} isLive={version.versionId === live} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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

interface RowProps {
  version: AudienceVersion;
  params: { page_id: string; audience_id: string };
  isLive: boolean;
}

function VersionRow({ version: { versionId, versionNumber, status, createdAt }, params, isLive }: RowProps) {
  const { may } = useSession();
  const edit = useEdit();
  const one = { params: { ...params, version_id: versionId } };
  return (
    <Table.Tr>
      <Table.Td>
        {versionNumber}
        {isLive && " · live"}
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
      </Table.Td>
      <Table.Td>
        <When at={createdAt} />
      </Table.Td>
      <Table.Td>
        {may("audiences:write") && !isLive && (
          <Group gap="xs" justify="flex-end">
            {(status === "draft" || status === "archived") && (
              <Button
                size="compact-xs"
                variant="light"
                onClick={() => edit("publishAudienceVersion", one, { done: `Version ${versionNumber} is live` }).catch(failed)}
              >
                {status === "draft" ? "Publish" : "Go back to it"}
              </Button>
            )}
            {canHappen("cancel", status) && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                onClick={() => edit("cancelAudienceVersion", one, { done: "Cancelled" }).catch(failed)}
              >
                Cancel
              </Button>
            )}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
