import { Button, Group, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { Audience } from "../../../../contract";
import { useList, useRead } from "../../../api/operations";
import { usePreview } from "../../../api/preview";
import { Icon } from "../../../parts/icon";
import { Loaded } from "../../../parts/notices/loaded";
import { PageFrame } from "../../../parts/page-frame";

/** The newest built version on a phone and on a desktop, and the neighbours one key away. */
export function AudiencePreview({ audience }: { audience: Audience }) {
  const { pageId, audienceId, latestVersion, publishedVersion } = audience;
  const params = { page_id: pageId, audience_id: audienceId };
  const preview = usePreview("previewAudience", { params }, latestVersion.versionId + latestVersion.status);
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Version {publishedVersion.versionNumber} is live
          {latestVersion.versionId !== publishedVersion.versionId &&
            `, version ${latestVersion.versionNumber} is ${latestVersion.status}`}
          .
        </Text>
        <Neighbours audience={audience} />
      </Group>
      <Loaded read={preview}>
        {({ url }) => (
          <div className="frames">
            <PageFrame url={url} width={390} height={760} title="On a phone" />
            <PageFrame url={url} width={1280} height={1000} title="On a desktop" />
          </div>
        )}
      </Loaded>
    </Stack>
  );
}

function Neighbours({ audience: { pageId, audienceId } }: { audience: Audience }) {
  const navigate = useNavigate();
  const { items } = useList("listAudiences", { params: { page_id: pageId }, query: {} });
  const known = useRead("getPage", { params: { page_id: pageId } });
  const index = items.findIndex((each) => each.audienceId === audienceId);
  if (index < 0 || (known.data?.audiencesCount ?? 0) < 2) return null;
  const go = (by: number) => {
    const next = items[index + by];
    if (next)
      navigate({
        to: "/pages/$pageId/audiences/$audienceId",
        params: { pageId, audienceId: next.audienceId },
        search: {},
      } as never);
  };
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="left" size={14} />}
        disabled={index === 0}
        onClick={() => go(-1)}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<Icon name="right" size={14} />}
        disabled={index >= items.length - 1}
        onClick={() => go(1)}
      >
        Next
      </Button>
    </Group>
  );
}
