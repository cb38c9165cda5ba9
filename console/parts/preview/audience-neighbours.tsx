import { Button, Group } from "@mantine/core";
import { useEffect } from "react";
import { useList } from "../../api/list";
import { Icon } from "../icon";

interface Props {
  pageId: string;
  audienceId: string | undefined;
  onGo(audienceId: string): void;
}

/** The audiences of a page before and after one. */
export function AudienceNeighbours({ pageId, audienceId, onGo }: Props) {
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = useList("listAudiences", {
    params: { page_id: pageId },
    query: {},
  });
  const index = items.findIndex((each) => each.audienceId === audienceId);
  const isNearEnd = index >= items.length - 2;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const [previous, next] = [items[index - 1], items[index + 1]];
  if (!previous && !next) return null;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="left" size={14} />}
        disabled={!previous}
        onClick={() => previous && onGo(previous.audienceId)}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<Icon name="right" size={14} />}
        disabled={!next}
        onClick={() => next && onGo(next.audienceId)}
      >
        Next
      </Button>
    </Group>
  );
}
