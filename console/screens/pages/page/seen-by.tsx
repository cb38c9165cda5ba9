import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import * as z from "zod";
import type { SentTo } from "../../../../client";
import { useFilters } from "../../../api/filters";
import { AudiencePicker } from "../../../parts/forms/audience-picker";
import { PersonPicker } from "../../../parts/forms/person-picker";
import { Icon } from "../../../parts/icon";
import { AudienceNeighbours, PersonNeighbours } from "../../../parts/preview/neighbours";
import { PagePreview } from "../../../parts/preview/page-preview";
import { useSession } from "../../../session/context";

export type PageChanges = NonNullable<NonNullable<SentTo<"previewPage">["body"]>["page"]>;

const filterSchema = z.object({ seen: z.literal("yes"), audienceId: z.string(), personId: z.string() });

interface Props {
  pageId: string;
  unsaved: PageChanges;
  /** The forms whose changes are shown. */
  children: ReactNode;
}

/** The page with what is not saved yet, as an audience or a person would see it: beside the forms where there is room, else below. */
export function SeenBy({ pageId, unsaved, children }: Props) {
  const [{ seen }, setFilters] = useFilters(filterSchema);
  const [isAsked, setAsked] = useState(false);
  const open = () => {
    setAsked(true);
    setFilters({ seen: "yes" });
  };
  return (
    <Stack>
      {seen === undefined && (
        <Button variant="default" w="fit-content" leftSection={<Icon name="eye" size={16} />} onClick={open}>
          See it as they do
        </Button>
      )}
      <div className={seen && "forms-and-page"}>
        {children}
        {seen && <Seen pageId={pageId} unsaved={unsaved} isAsked={isAsked} />}
      </div>
    </Stack>
  );
}

interface SeenProps extends Omit<Props, "children"> {
  /** Somebody has just pressed the button, and is led here. */
  isAsked: boolean;
}

function Seen({ pageId, unsaved, isAsked }: SeenProps) {
  const { may } = useSession();
  const [{ audienceId, personId }, setFilters] = useFilters(filterSchema);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAsked) heading.current?.focus();
  }, [isAsked]);
  const asked = {
    ...(audienceId !== undefined && may("audiences:read") && { audienceId }),
    ...(personId !== undefined && may("persons:read") && { personId }),
    page: unsaved,
  };
  return (
    <Card withBorder className="seen-page">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          As they see it
        </Title>
        <Button variant="subtle" size="compact-sm" onClick={() => setFilters({ seen: undefined })}>
          Hide
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        With what you have not saved yet. Nothing is stored, and nobody else sees it.
      </Text>
      <Stack>
        <Group align="flex-end">
          {may("audiences:read") && (
            <>
              <AudiencePicker pageId={pageId} value={audienceId} onChange={(value) => setFilters({ audienceId: value })} />
              <AudienceNeighbours
                pageId={pageId}
                audienceId={audienceId}
                onGo={(value) => setFilters({ audienceId: value, personId: undefined })}
              />
            </>
          )}
          {may("persons:read") && (
            <>
              <PersonPicker value={personId} onChange={(value) => setFilters({ personId: value })} mb={0} w={280} />
              {personId !== undefined && (
                <PersonNeighbours personId={personId} onGo={(value) => setFilters({ personId: value })} />
              )}
            </>
          )}
        </Group>
        <PagePreview pageId={pageId} sent={asked} />
      </Stack>
    </Card>
  );
}
