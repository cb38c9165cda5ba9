import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useEdit } from "../../api/edits";
import { type ListedPage, type OutdatedPage, useOutdatedPages } from "../../api/outdated-pages";
import { useSession } from "../../session/context";
import { Icon } from "../icon";
import { TextLink } from "../links";
import { failed } from "../notices/notices";
import { formatted } from "../time";

const shownPages = 10;

interface Props {
  /** Whether a page may show what is edited here; any may, if it is left out. */
  mayShow?(page: ListedPage): boolean;
  /** What is edited, if it is a topic that only some pages have. */
  topicId?: string | undefined;
}

const anyPage = () => true;

/** Where something is edited that several pages show: for how many audiences it is saved and not live, until versions are built. */
export function NotLiveNotice(props: Props) {
  // Stays when the notice goes, so that the focus of whoever pressed its button does too.
  return (
    <div className="focus-place">
      <Notice {...props} />
    </div>
  );
}

function Notice({ mayShow = anyPage, topicId }: Props) {
  const { may } = useSession();
  const edit = useEdit();
  const [isBusy, setBusy] = useState(false);
  const { outdated, isPartial } = useOutdatedPages({ mayShow, topicId, enabled: may("pages:read") });
  if (outdated.length === 0) {
    if (!isPartial) return null;
    return (
      <Text size="sm" c="dimmed" mb="md">
        What is saved here is live with the next versions. There are too many pages to look at each: every page says it of itself.
      </Text>
    );
  }
  const waiting = outdated.filter(({ state }) => state.runningBatchId === null);
  async function publish() {
    setBusy(true);
    for (const { page } of waiting) {
      await edit("createVersionBatch", { params: { page_id: page.pageId } }).catch(failed);
    }
    setBusy(false);
  }
  return (
    <Alert icon={<Icon name="rocket" />} color="indigo" mb="lg" title={titleOf(outdated)}>
      <Stack gap="xs">
        <Text size="sm">
          They see these pages as they were. New versions bring them what you saved.
          {isPartial && " Only your newest pages were counted."}
        </Text>
        <Group gap="xs">
          {outdated.slice(0, shownPages).map(({ page, state }) => (
            <TextLink
              key={page.pageId}
              to="/pages/$pageId"
              params={{ pageId: page.pageId }}
              size="sm"
              c="inherit"
              underline="always"
            >
              {page.name} ({state.runningBatchId === null ? many(state.outdated) : "publishing"})
            </TextLink>
          ))}
          {outdated.length > shownPages && <Text size="sm">and {formatted(outdated.length - shownPages)} more</Text>}
        </Group>
        {may("audiences:write") && waiting.length > 0 && (
          <Button size="xs" w="fit-content" loading={isBusy} onClick={publish}>
            Publish to all
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function titleOf(outdated: readonly OutdatedPage[]): string {
  const counts = outdated.map(({ state }) => state.outdated);
  const sum = counts.reduce((all, count) => (all === null || count === null ? null : all + count), 0);
  return `Saved, not live for ${many(sum)} ${sum === 1 ? "audience" : "audiences"}`;
}

/** Null: they were not counted to the end. */
function many(count: number | null): string {
  return count === null ? "more than 10,000" : formatted(count);
}
