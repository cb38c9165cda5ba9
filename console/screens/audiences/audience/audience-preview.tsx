import { Group, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { Audience, EmptyToken } from "../../../../contract";
import { usePreview } from "../../../api/preview";
import { TextLink } from "../../../parts/links";
import { Loaded } from "../../../parts/notices/loaded";
import { EmptyTokensNotice } from "../../../parts/preview/empty-tokens-notice";
import { AudienceNeighbours } from "../../../parts/preview/neighbours";
import { PageFrame } from "../../../parts/preview/page-frame";

/** What visitors see, on a phone and on a desktop: a newer draft is compared with it among the versions. */
export function AudiencePreview({ audience, emptyTokens }: { audience: Audience; emptyTokens: readonly EmptyToken[] }) {
  const navigate = useNavigate();
  const { pageId, audienceId, latestVersion, publishedVersion } = audience;
  const { versionId } = publishedVersion;
  const preview = usePreview({ page_id: pageId, audience_id: audienceId, version_id: versionId });
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Version {publishedVersion.versionNumber} is live
          {latestVersion.versionId !== versionId &&
            `, version ${latestVersion.versionNumber} is ${latestVersion.status === "draft" ? "a newer draft" : latestVersion.status}`}
          .{" "}
          {latestVersion.status === "draft" && (
            <TextLink to="." search={{ tab: "versions" }} inherit>
              Compare them
            </TextLink>
          )}
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
