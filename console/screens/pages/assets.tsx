import { Button, Card, Checkbox, Group, Image, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as z from "zod";
import { type Asset, trashRetentionDays } from "../../../contract";
import { type AssetType, assetTypes } from "../../../contract/pages/assets";
import { isRemoved, useChoice } from "../../api/choice";
import { editing, useReadToDialog } from "../../api/dialog";
import { useEdit } from "../../api/edits";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import { readAgain, useCall } from "../../api/operations";
import { CopyText } from "../../parts/copy-text";
import { FormModal } from "../../parts/forms/form-modal";
import { Heading } from "../../parts/heading";
import { Icon } from "../../parts/icon";
import { type BulkAction, BulkBar } from "../../parts/lists/bulk-bar";
import { FilterBox, FilterSelect } from "../../parts/lists/filters";
import { LoadMore } from "../../parts/lists/load-more";
import { NoItems } from "../../parts/lists/no-items";
import { BusyButton } from "../../parts/notices/busy-button";
import { EmptyState } from "../../parts/notices/empty-state";
import { failed } from "../../parts/notices/notices";
import { undoable } from "../../parts/notices/undo-notice";
import { DropZone } from "../../parts/pickers/drop-zone";
import { AddressTabs } from "../../parts/tabs";
import { useSession } from "../../session/context";
import { RenameAsset } from "./assets/rename-asset";
import { UploadButton, Uploads, useUploads } from "./assets/upload";

export function Screen() {
  const { may } = useSession();
  const { sending, upload, stop } = useUploads();
  return (
    <>
      <Heading title="Assets" about="Pictures, logos and files for your pages. Nothing is loaded from elsewhere.">
        {may("assets:write") && <UploadButton onChoose={upload} />}
      </Heading>
      {may("assets:write") && <DropZone label="Drop to upload" onDrop={upload} />}
      <Uploads sending={sending} onStop={stop} />
      <AddressTabs
        tabs={[
          { value: "kept", label: "Assets", content: <Kept /> },
          { value: "trash", label: "Trash", content: <Trash /> },
        ]}
      />
    </>
  );
}

const filterSchema = z.object({ query: z.string(), assetType: z.enum(assetTypes) });

function useAssetFilters() {
  const [filters, setFilters] = useFilters(filterSchema);
  const inputs = (
    <Group>
      <FilterBox label="Search assets" value={filters.query} onChange={(query) => setFilters({ query })} />
      <FilterSelect
        label="Kind"
        values={assetTypes}
        names={kinds}
        value={filters.assetType}
        onChange={(assetType) => setFilters({ assetType })}
      />
    </Group>
  );
  return { filters, inputs, isFiltered: Object.keys(filters).length > 0 };
}

const kinds: Record<AssetType, string> = {
  image: "Image",
  logo: "Logo",
  icon: "Icon",
  video: "Video",
  "custom-component": "Other file",
};

const nothingFits = <EmptyState icon="search" title="Nothing fits" text="Change the words or the kind." />;

function Kept() {
  const { may } = useSession();
  const edit = useEdit();
  const call = useCall();
  const queries = useQueryClient();
  /** What is in the trash already, put there by a colleague, perhaps just now, would be deleted for good. */
  const trash = async (id: string) => {
    const one = { params: { asset_id: id } };
    const unchangedSince = await call("getAsset", one);
    if (!isRemoved(unchangedSince)) await call("deleteAsset", one, { unchangedSince });
  };
  const { filters, inputs, isFiltered } = useAssetFilters();
  const [chosen, setChosen] = useChoice(may("assets:write"), (ask, id) => ask("getAsset", { params: { asset_id: id } }));
  const actions: BulkAction[] = [
    {
      label: "Trash them",
      color: "red",
      done: (count) => `${count} in the trash`,
      run: trash,
      undo: (id) => call("restoreAsset", { params: { asset_id: id } }),
    },
  ];
  const list = useList("listAssets", { query: filters }, { keepsAll: true });
  useReadToDialog(list.items, list, ({ assetId }) => editing(assetId));
  const noneYet = (
    <EmptyState
      icon="asset"
      title="No assets yet"
      text="Upload a logo or a picture, or drop it here; brands and topics can then show it."
    />
  );
  return (
    <Stack>
      {inputs}
      <NoItems list={list}>{isFiltered ? nothingFits : noneYet}</NoItems>
      <BulkBar chosen={chosen} actions={actions} onDone={setChosen} />
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }}>
        {list.items.map((asset) => (
          <AssetCard key={asset.assetId} asset={asset}>
            {may("assets:write") && (
              <Group gap={2} justify="flex-end" wrap="nowrap">
                <Checkbox
                  size="sm"
                  mr="auto"
                  aria-label={`Choose ${asset.name}`}
                  checked={chosen.has(asset.assetId)}
                  onChange={() => setChosen(chosen.symmetricDifference(new Set([asset.assetId])))}
                />
                <BusyButton
                  size="compact-xs"
                  px={4}
                  variant="subtle"
                  color="red"
                  onClick={async () => {
                    try {
                      await trash(asset.assetId);
                      undoable("In the trash", () => edit("restoreAsset", { params: { asset_id: asset.assetId } }));
                    } finally {
                      await readAgain(queries);
                    }
                  }}
                >
                  Trash
                </BusyButton>
                <FormModal name={editing(asset.assetId)} label="Rename" variant="small">
                  {(close, cancel) => <RenameAsset asset={asset} onDone={close} onCancel={cancel} />}
                </FormModal>
              </Group>
            )}
          </AssetCard>
        ))}
      </SimpleGrid>
      <LoadMore list={list} />
    </Stack>
  );
}

function Trash() {
  const { may } = useSession();
  const edit = useEdit();
  const { filters, inputs, isFiltered } = useAssetFilters();
  const list = useList("listTrashedAssets", { query: filters }, { keepsAll: true });
  const noneYet = (
    <EmptyState icon="trash" title="The trash is empty" text={`What you trash stays here for ${trashRetentionDays} days.`} />
  );
  return (
    <Stack>
      {inputs}
      <NoItems list={list}>{isFiltered ? nothingFits : noneYet}</NoItems>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }}>
        {list.items.map((asset) => (
          <AssetCard key={asset.assetId} asset={asset}>
            {may("assets:write") && (
              <Button
                size="compact-xs"
                variant="light"
                onClick={() => edit("restoreAsset", { params: { asset_id: asset.assetId } }, { done: "Back" }).catch(failed)}
              >
                Restore
              </Button>
            )}
          </AssetCard>
        ))}
      </SimpleGrid>
      <LoadMore list={list} />
    </Stack>
  );
}

function AssetCard({ asset, children }: { asset: Asset; children: ReactNode }) {
  const { pathname, search } = new URL(asset.previewDownloadUrl);
  return (
    <Card withBorder padding="sm">
      <Card.Section>
        {/^(image|logo|icon)$/.test(asset.data.type) ? (
          <Image className="asset-picture" src={pathname + search} alt="" loading="lazy" />
        ) : (
          <Stack className="asset-picture" align="center" justify="center">
            <Icon name="asset" size={32} />
          </Stack>
        )}
      </Card.Section>
      <Stack gap={6} mt="xs">
        <Text size="sm" fw={550} truncate>
          {asset.name}
        </Text>
        <CopyText text={asset.assetId} label="Copy" />
        {children}
      </Stack>
    </Card>
  );
}
