import { Select, Stack, Title } from "@mantine/core";
import * as z from "zod";
import { useFilters } from "../../../api/filters";
import { useRead } from "../../../api/operations";
import { PagePreview } from "../../../parts/preview/page-preview";

const filterSchema = z.object({ pageId: z.string() });

/** Any page as this person would see it, before it is made for them. */
export function PersonPreview({ personId }: { personId: string }) {
  const [{ pageId }, setFilters] = useFilters(filterSchema);
  const pages = useRead("listPages", { query: { limit: 100 } });
  const options = (pages.data?.items ?? []).map((page) => ({ value: page.pageId, label: page.name }));
  if (options.length === 0) return null;
  return (
    <Stack mt="xl" gap="sm">
      <Title order={2} size="h4">
        See a page as they would
      </Title>
      <Select
        aria-label="Page"
        placeholder="Choose a page"
        data={options}
        value={pageId ?? null}
        onChange={(value) => setFilters({ pageId: value ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "No page" }}
        w={280}
      />
      {pageId !== undefined && <PagePreview pageId={pageId} sent={{ personId }} />}
    </Stack>
  );
}
