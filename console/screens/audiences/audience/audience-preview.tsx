import { Group, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { Audience, EmptyToken } from "../../../../contract";
import { usePreview } from "../../../api/preview";
import { Loaded } from "../../../parts/notices/loaded";
import { AudienceNeighbours } from "../../../parts/preview/audience-neighbours";
import { EmptyTokensNotice } from "../../../parts/preview/empty-tokens-notice";
import { PageFrame } from "../../../parts/preview/page-frame";

/** The newest built version on a phone and on a desktop. */
export function AudiencePreview({ audience, emptyTokens }: { audience: Audience; emptyTokens: readonly EmptyToken[] }) {
  const navigate = useNavigate();
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
        <AudienceNeighbours
          pageId={pageId}
          audienceId={audienceId}
          onGo={(next) =>
            navigate({
              to: "/pages/$pageId/audiences/$audienceId",
              params: { pageId, audienceId: next },
              search: {},
            } as never)
          }
        />
      </Group>
      <EmptyTokensNotice tokens={emptyTokens} />
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
