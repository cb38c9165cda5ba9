import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { type Brand, operations } from "../../../contract";
import { editing, useReadToDialog } from "../../api/dialog";
import { useEdit } from "../../api/edits";
import { useList } from "../../api/list";
import { FormModal } from "../../parts/forms/form-modal";
import { type FieldValue, type FormField, RecordForm } from "../../parts/forms/record-form";
import { Heading } from "../../parts/heading";
import { LoadMore } from "../../parts/lists/load-more";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { EmptyState } from "../../parts/notices/empty-state";
import { ProblemNotice } from "../../parts/notices/problem-notice";
import { AssetPicker } from "../../parts/pickers/asset-picker";
import { NotLiveNotice } from "../../parts/publishing/not-live-notice";
import { useSession } from "../../session/context";

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const { items, isPending, error, ...more } = useList("listBrands", {}, { keepsAll: true });
  useReadToDialog(items, more, ({ brandId }) => editing(brandId));
  const mayWrite = may("brands:write");
  const adding = mayWrite && (
    <FormModal name="new" label="New brand">
      {(close, cancel) => <BrandForm onDone={close} onCancel={cancel} />}
    </FormModal>
  );
  return (
    <>
      <Heading title="Brands" about="Colours and logo of your pages.">
        {adding}
      </Heading>
      <NotLiveNotice mayShow={({ brandId }) => brandId !== ""} />
      {error && <ProblemNotice error={error} />}
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
                  <FormModal name={editing(brand.brandId)} label="Edit" icon="form" variant="default" title="Edit the brand">
                    {(close, cancel) => <BrandForm brand={brand} onDone={close} onCancel={cancel} />}
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

type Colors = Partial<Record<keyof Brand["colors"], string | null>>;

/** How a button and a text look with it. */
function BrandSample({ colors }: { colors: Colors }) {
  return (
    <Card
      padding="md"
      withBorder
      style={{ background: colors.background || "#ffffff", color: colors.text || "#1a1b1e" }}
      aria-hidden
    >
      <Text fw={600}>Hello there</Text>
      <Button size="xs" mt="xs" w="fit-content" component="span" style={{ background: colors.primary || "#3b5bdb" }}>
        Book a demo
      </Button>
    </Card>
  );
}

interface FormProps {
  brand?: Brand;
  onDone(): void;
  onCancel(): void;
}

function BrandForm({ brand: shown, onDone, onCancel }: FormProps) {
  // As it was when the dialog was opened: saving over what a colleague saved since is refused.
  const [brand] = useState(shown);
  const edit = useEdit();
  const [values, setValues] = useState<Record<string, FieldValue>>({ ...brand?.colors } as Record<string, FieldValue>);
  const logoBefore = choiceOf(brand?.logo ?? null);
  const fields: FormField[] = [
    { name: "name", label: "Name", required: true },
    { name: "primary", label: "Main colour", kind: "color", placeholder: "#3b5bdb" },
    { name: "background", label: "Background", kind: "color", placeholder: "#ffffff" },
    { name: "text", label: "Text", kind: "color", placeholder: "#1a1b1e" },
    {
      name: "logo",
      label: "Logo",
      description: "A picture among your assets",
      input: (props) => <AssetPicker {...props} none="No logo" elsewhere={brand?.logo?.url ?? undefined} />,
    },
  ];
  return (
    <Stack>
      <BrandSample colors={values as Colors} />
      <RecordForm
        schema={operations.createBrand.body.pick({ name: true }).loose()}
        fields={fields}
        initial={{
          name: brand?.name ?? "",
          primary: brand?.colors.primary ?? "",
          background: brand?.colors.background ?? "",
          text: brand?.colors.text ?? "",
          logo: logoBefore,
        }}
        empty="null"
        submitLabel={brand ? "Save" : "Make the brand"}
        onEdit={setValues}
        onCancel={onCancel}
        onSubmit={async ({ name, logo: chosen, ...colors }) => {
          const logo = chosen ? { assetId: String(chosen), altText: String(name) } : null;
          const isSameLogo = (chosen ?? "") === logoBefore;
          const body = { name: String(name), colors, ...(!isSameLogo && { logo }) };
          if (brand)
            await edit(
              "updateBrand",
              { params: { brand_id: brand.brandId }, body },
              { unchangedSince: brand, done: "Saved, live with the next versions" },
            );
          else await edit("createBrand", { body }, { done: "Made" });
          onDone();
        }}
      />
    </Stack>
  );
}

function choiceOf(logo: Brand["logo"]): string {
  return logo?.assetId ?? logo?.url ?? "";
}
