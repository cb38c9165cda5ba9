import { Group, Stack, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import * as z from "zod";
import { useFilters } from "../../../api/filters";
import { useRead } from "../../../api/operations";
import { PagePicker } from "../../../parts/forms/page-picker";
import { PersonNeighbours } from "../../../parts/preview/neighbours";
import { PagePreview } from "../../../parts/preview/page-preview";

const filterSchema = z.object({ pageId: z.string() });

/** Any page as this person would see it, before it is made for them. */
export function PersonPreview({ personId }: { personId: string }) {
  const [{ pageId }, setFilters] = useFilters(filterSchema);
  const navigate = useNavigate();
  const pages = useRead("listPages", { query: { limit: 1 } });
  if (!pages.data?.items.length) return null;
  return (
    <Stack mt="xl" gap="sm">
      <Title order={2} size="h4">
        See a page as they would
      </Title>
      <Group justify="space-between">
        <PagePicker none="Choose a page" value={pageId} onChange={(value) => setFilters({ pageId: value })} />
        {pageId !== undefined && (
          <PersonNeighbours
            personId={personId}
            onGo={(next) =>
              navigate({ to: "/persons/$personId", params: { personId: next }, search: { pageId }, resetScroll: false } as never)
            }
          />
        )}
      </Group>
      {pageId !== undefined && <PagePreview pageId={pageId} sent={{ personId }} />}
    </Stack>
  );
}
