import { Button, Group } from "@mantine/core";
import { useRead } from "../../api/operations";
import { Icon } from "../icon";

interface AudienceProps {
  pageId: string;
  /** Without one, the first of the list comes next. */
  audienceId: string | undefined;
  onGo(audienceId: string): void;
}

interface PersonProps {
  personId: string;
  onGo(personId: string): void;
}

/** Undefined until it is read; null at the end of the list. */
type Neighbour = string | null | undefined;

/** The audiences of a page before and after one, in the order of the page's list. */
export function AudienceNeighbours({ pageId, audienceId, onGo }: AudienceProps) {
  const isChosen = audienceId !== undefined;
  const params = { page_id: pageId, audience_id: audienceId ?? "" };
  const around = useRead("getAudienceNeighbours", { params }, { enabled: isChosen });
  const first = useRead("listAudiences", { params: { page_id: pageId }, query: { limit: 1 } }, { enabled: !isChosen });
  const [previous, next]: Neighbour[] = isChosen
    ? [around.data?.previousAudienceId, around.data?.nextAudienceId]
    : [null, first.data && (first.data.items[0]?.audienceId ?? null)];
  return <Neighbours of="audiences" {...{ previous, next, onGo }} />;
}

/** The persons before and after one, in the order of their list. */
export function PersonNeighbours({ personId, onGo }: PersonProps) {
  const { data } = useRead("getPersonNeighbours", { params: { person_id: personId } });
  return <Neighbours of="persons" previous={data?.previousPersonId} next={data?.nextPersonId} onGo={onGo} />;
}

interface Props {
  of: string;
  previous: Neighbour;
  next: Neighbour;
  onGo(id: string): void;
}

function Neighbours({ of, previous, next, onGo }: Props) {
  if (previous === null && next === null) return null;
  return (
    <Group gap="xs" role="group" aria-label={`Other ${of}`}>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="left" size={14} />}
        disabled={!previous}
        onClick={() => previous && onGo(previous)}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<Icon name="right" size={14} />}
        disabled={!next}
        onClick={() => next && onGo(next)}
      >
        Next
      </Button>
    </Group>
  );
}
