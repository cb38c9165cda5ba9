import { Group, Stack, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import * as z from "zod";
import { useFilters } from "../../../api/filters";
import { useRead } from "../../../api/operations";
import { PagePicker } from "../../../parts/forms/page-picker";
import { PersonNeighbours } from "../../../parts/preview/neighbours";
import { PagePreview } from "../../../parts/preview/page-preview";

const filterSchema = z.object({ pageId: z.string() });

/** Whoever goes from person to person stays at the page: the router leads there, or to a person who is read first, this. */
const place = "as-they-would";
function showIfAsked(element: HTMLElement | null): void {
  if (location.hash === `#${place}`) element?.scrollIntoView();
}

/** Any page as this person would see it, before it is made for them. */
export function PersonPreview({ personId }: { personId: string }) {
  const [{ pageId }, setFilters] = useFilters(filterSchema);
  const navigate = useNavigate();
  const pages = useRead("listPages", { query: { limit: 1 } });
  if (!pages.data?.items.length) return null;
  return (
    <Stack mt="xl" gap="sm" id={place} ref={showIfAsked}>
      <Title order={2} size="h4">
        See a page as they would
      </Title>
      <Group justify="space-between">
        <PagePicker none="Choose a page" value={pageId} onChange={(value) => setFilters({ pageId: value })} />
        {pageId !== undefined && (
          <PersonNeighbours
            personId={personId}
            onGo={(next) =>
              navigate({ to: "/persons/$personId", params: { personId: next }, search: { pageId }, hash: place } as never)
            }
          />
        )}
      </Group>
      {pageId !== undefined && <PagePreview pageId={pageId} sent={{ personId }} />}
    </Stack>
  );
}
