import { Stack } from "@mantine/core";
import { useRef, useState } from "react";
import type { SentTo } from "../../../../client";
import { operations } from "../../../../contract";
import { useRead } from "../../../api/operations";
import { PagePicker } from "../../../parts/forms/page-picker";
import { PagePreview } from "../../../parts/preview/page-preview";
import { useSession } from "../../../session/context";
import { BrandSample } from "./brand-sample";

export type BrandChanges = NonNullable<SentTo<"updateBrand">["body"]>;

interface Props {
  /** Left out for a brand that is not made yet. */
  brandId?: string;
  changes: BrandChanges;
}

/** A page with the brand as it is in the form; without a page, a sample of its colours. */
export function BrandPreview({ brandId, changes }: Props) {
  const { may } = useSession();
  const [chosen, setChosen] = useState<string>();
  const pages = useRead("listPages", { query: { limit: 50 } }, { enabled: may("pages:read") });
  const brand = useLastValid(changes);
  const found = pages.data?.items ?? [];
  const pageId = chosen ?? (found.find((page) => page.brandId === brandId) ?? found[0])?.pageId;
  if (pageId === undefined) return <BrandSample colors={changes.colors ?? {}} />;
  return (
    <Stack gap="sm" miw={0}>
      <PagePicker label="As it is seen on" none="Choose a page" value={pageId} onChange={setChosen} />
      <PagePreview pageId={pageId} sent={{ ...(brandId !== undefined && { page: { brandId } }), brand }} isOfBrand />
    </Stack>
  );
}

/** A colour that is half typed is no mistake yet. */
function useLastValid(changes: BrandChanges): BrandChanges {
  const last = useRef<BrandChanges>({});
  if (operations.updateBrand.body.safeParse(changes).success) last.current = changes;
  return last.current;
}
