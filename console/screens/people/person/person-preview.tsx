import { Stack, Title } from "@mantine/core";
import * as z from "zod";
import { useFilters } from "../../../api/filters";
import { useRead } from "../../../api/operations";
import { PagePicker } from "../../../parts/forms/page-picker";
import { PagePreview } from "../../../parts/preview/page-preview";

const filterSchema = z.object({ pageId: z.string() });

/** Any page as this person would see it, before it is made for them. */
export function PersonPreview({ personId }: { personId: string }) {
  const [{ pageId }, setFilters] = useFilters(filterSchema);
  const pages = useRead("listPages", { query: { limit: 1 } });
  if (!pages.data?.items.length) return null;
  return (
    <Stack mt="xl" gap="sm">
      <Title order={2} size="h4">
        See a page as they would
      </Title>
      <PagePicker none="Choose a page" value={pageId} onChange={(value) => setFilters({ pageId: value })} />
      {pageId !== undefined && <PagePreview pageId={pageId} sent={{ personId }} />}
    </Stack>
  );
}
