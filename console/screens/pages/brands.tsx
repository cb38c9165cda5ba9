import { Card, Group, SimpleGrid, Stack, Title } from "@mantine/core";
import { editing, useReadToDialog } from "../../api/dialog";
import { useEdit } from "../../api/edits";
import { useList } from "../../api/list";
import { FormModal } from "../../parts/forms/form-modal";
import { Heading } from "../../parts/heading";
import { LoadMore } from "../../parts/lists/load-more";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { EmptyState } from "../../parts/notices/empty-state";
import { ReadProblem } from "../../parts/notices/read-problem";
import { SlowAnswer } from "../../parts/notices/slow-answer";
import { NotLiveNotice } from "../../parts/publishing/not-live-notice";
import { useSession } from "../../session/context";
import { EditBrand, NewBrand } from "./brands/brand-form";
import { BrandSample } from "./brands/brand-sample";

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const { items, isPending, error, ...more } = useList("listBrands", {}, { keepsAll: true });
  useReadToDialog(items, more, ({ brandId }) => editing(brandId));
  const mayWrite = may("brands:write");
  const adding = mayWrite && (
    <FormModal name="new" label="New brand" size="90rem">
      {(close, cancel) => <NewBrand onDone={close} onCancel={cancel} />}
    </FormModal>
  );
  return (
    <>
      <Heading title="Brands" about="Colours and logo of your pages.">
        {adding}
      </Heading>
      <NotLiveNotice mayShow={({ brandId }) => brandId !== ""} />
      {error && <ReadProblem error={error} />}
      {isPending && <SlowAnswer />}
      {items.length === 0 && !isPending && !error && (
        <EmptyState icon="brand" title="No brands yet" text="Pages have a plain look until you give them a brand.">
          {adding}
        </EmptyState>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {items.map((brand) => (
          <Card key={brand.brandId} withBorder>
            <Stack>
              <Title order={2} size="h4">
                {brand.name}
              </Title>
              <BrandSample colors={brand.colors} />
              {mayWrite && (
                <Group justify="flex-end">
                  <ConfirmButton
                    label="Delete"
                    question="Pages that have this brand get the plain look with their next versions."
                    onConfirm={() => edit("deleteBrand", { params: { brand_id: brand.brandId } }, { done: "Deleted" })}
                  />
                  <FormModal
                    name={editing(brand.brandId)}
                    label="Edit"
                    icon="form"
                    variant="default"
                    title="Edit the brand"
                    size="90rem"
                  >
                    {(close, cancel) => <EditBrand brand={brand} onDone={close} onCancel={cancel} />}
                  </FormModal>
                </Group>
              )}
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
      <LoadMore list={more} />
    </>
  );
}
