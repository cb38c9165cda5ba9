import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { type AudienceVersion, canHappen } from "../../../../contract";
import { useEdit } from "../../../api/edits";
import { useCall, useRead } from "../../../api/operations";
import { BusyButton } from "../../../parts/notices/busy-button";
import { failed } from "../../../parts/notices/notices";
import { StatusBadge } from "../../../parts/status-badge";
import { When } from "../../../parts/when";
import { useSession } from "../../../session/context";
import { differences } from "./document-differences";

interface Props {
  version: AudienceVersion;
  params: { page_id: string; audience_id: string };
  /** Which version visitors see. */
  live: string;
  /** Its differences from the live version are on the screen. */
  isCompared: boolean;
  /** Called instead of going back to a version that shows the same as the live one. */
  onSame(): void;
}

/** A version of an audience, and what can be done with it. */
export function VersionRow({ version, params, live, isCompared, onSame }: Props) {
  const { may } = useSession();
  const edit = useEdit();
  const { versionId, versionNumber, status, createdAt } = version;
  const isLive = versionId === live;
  const one = { params: { ...params, version_id: versionId } };
  const publish = () => edit("publishAudienceVersion", one, { done: `Version ${versionNumber} is live` });
  return (
    <Table.Tr>
      <Table.Td>
        {versionNumber}
        {isLive && " · live"}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          <When at={createdAt} />
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <When at={createdAt} />
      </Table.Td>
      <Table.Td>
        {may("audiences:write") && !isLive && (
          <Group gap="xs" justify="flex-end">
            {status === "draft" && (
              <BusyButton size="compact-xs" variant="light" onClick={publish}>
                Publish
              </BusyButton>
            )}
            {status === "archived" && <GoBackButton {...{ version, params, live, isCompared, onSame, publish }} />}
            {canHappen("cancel", status) && (
              <BusyButton
                size="compact-xs"
                variant="subtle"
                color="red"
                onClick={() => edit("cancelAudienceVersion", one, { done: "Cancelled" })}
              >
                Cancel
              </BusyButton>
            )}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Documents are large: only the two that are compared are read before the click. */
function GoBackButton({ version, params, live, isCompared, onSame, publish }: Props & { publish(): Promise<unknown> }) {
  const { may } = useSession();
  const call = useCall();
  // A key that may not read persons or accounts is shown documents without them, which can look the same.
  const seesAll = may("persons:read") && may("accounts:read");
  const [ofIt, ofLive] = [version.versionId, live].map((version_id) => ({ params: { ...params, version_id } })) as [Sent, Sent];
  const before = useRead("getVersionDocument", ofIt, { enabled: isCompared });
  const now = useRead("getVersionDocument", ofLive, { enabled: isCompared });
  const isSame =
    seesAll && isCompared && before.data && now.data && differences(before.data.document, now.data.document).length === 0;

  async function goBack() {
    if (seesAll && !isCompared) {
      const [older, newer] = await Promise.all([call("getVersionDocument", ofIt), call("getVersionDocument", ofLive)]);
      if (differences(older.document, newer.document).length === 0) return onSame();
    }
    await publish();
  }

  return (
    <Stack gap={2} align="flex-end">
      <Button size="compact-xs" variant="light" disabled={isSame === true} onClick={() => goBack().catch(failed)}>
        Go back to it
      </Button>
      {isSame && (
        <Text size="xs" c="dimmed">
          Shows the same as the live one
        </Text>
      )}
    </Stack>
  );
}

type Sent = { params: Props["params"] & { version_id: string } };
