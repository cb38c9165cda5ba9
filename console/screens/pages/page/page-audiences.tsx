import { Group } from "@mantine/core";
import { useState } from "react";
import * as z from "zod";
import { operations, type Page, versionStatuses } from "../../../../contract";
import { useChoice } from "../../../api/choice";
import { useEdit } from "../../../api/edits";
import { useFilters } from "../../../api/filters";
import { useList } from "../../../api/list";
import { type ItemOf, useCall } from "../../../api/operations";
import { useDialogEdits } from "../../../parts/forms/dialog-edits";
import { FormModal } from "../../../parts/forms/form-modal";
import { PersonPicker } from "../../../parts/forms/person-picker";
import { RecordForm } from "../../../parts/forms/record-form";
import { Icon } from "../../../parts/icon";
import { LinkButton } from "../../../parts/links";
import { AddressesButton } from "../../../parts/lists/addresses-button";
import { AudienceTable } from "../../../parts/lists/audience-table";
import { type BulkAction, BulkBar } from "../../../parts/lists/bulk-bar";
import { choiceColumn } from "../../../parts/lists/choice-column";
import { FilterBox, FilterSelect } from "../../../parts/lists/filters";
import { useReadWhileBuilding } from "../../../parts/publishing/read-while-building";
import { useSession } from "../../../session/context";

const filterSchema = z.object({ query: z.string(), status: z.enum(versionStatuses) });

export function PageAudiences({ page: { pageId, name, status } }: { page: Page }) {
  const { may } = useSession();
  const call = useCall();
  const [filters, setFilters] = useFilters(filterSchema);
  const list = useList("listAudiences", { params: { page_id: pageId }, query: filters });
  useReadWhileBuilding(list.items.map((audience) => audience.status));
  const of = (audienceId: string) => ({ params: { page_id: pageId, audience_id: audienceId } });
  const [chosen, setChosen] = useChoice(may("audiences:write"), (ask, id) => ask("getAudience", of(id)));
  const choice = choiceColumn<ItemOf<"listAudiences">>({
    chosen,
    onChange: setChosen,
    idOf: ({ audienceId }) => audienceId,
    nameOf: ({ effectiveName }) => effectiveName,
  });
  const actions: BulkAction[] = [
    {
      label: "Build new versions",
      done: (count) => `${count} new versions are being built`,
      run: (id) => call("createAudienceVersion", of(id)),
    },
    {
      label: "Archive",
      color: "red",
      done: (count) => `${count} archived`,
      run: (id) => call("archiveAudience", of(id)),
      undo: (id) => call("restoreAudience", of(id)),
    },
  ];
  return (
    <>
      <Group mb="md" justify="space-between">
        <Group>
          <FilterBox label="Search audiences" value={filters.query} onChange={(query) => setFilters({ query })} />
          <FilterSelect
            label="Status"
            values={versionStatuses}
            value={filters.status}
            onChange={(value) => setFilters({ status: value })}
          />
        </Group>
        <Group gap="xs">
          <AddressesButton
            pageId={pageId}
            label="Addresses"
            name={`${name} addresses`}
            variant="default"
            leftSection={<Icon name="download" size={16} />}
          />
          {may("audiences:write") && status !== "archived" && (
            <>
              <LinkButton to="/import" search={{ pageId }} variant="default">
                Import CSV
              </LinkButton>
              <NewAudience pageId={pageId} isShown={status === "published"} />
            </>
          )}
        </Group>
      </Group>
      <BulkBar chosen={chosen} actions={actions} onDone={setChosen} />
      <AudienceTable
        isOfOnePage
        isFiltered={Object.keys(filters).length > 0}
        list={list}
        {...(may("audiences:write") && { choice })}
        empty="Add the first person this page is for: they get a version of their own and an address to open it."
      />
    </>
  );
}

interface NewAudienceProps {
  pageId: string;
  /** To visitors. */
  isShown: boolean;
}

function NewAudience(props: NewAudienceProps) {
  return (
    <FormModal name="new" label="New audience">
      {(close, cancel) => <AudienceForm {...props} onDone={close} onCancel={cancel} />}
    </FormModal>
  );
}

function AudienceForm({ pageId, isShown, onDone, onCancel }: NewAudienceProps & { onDone(): void; onCancel(): void }) {
  const edit = useEdit();
  const [personId, setPersonId] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useDialogEdits(!isBusy && personId !== undefined);
  return (
    <>
      <PersonPicker value={personId} onChange={setPersonId} />
      <RecordForm
        schema={operations.createAudience.body}
        fields={[
          { name: "customName", label: "Name", description: "Without one, the person's name and account are it" },
          { name: "externalId", label: "Your own identifier", description: "Such as the record in your CRM" },
          {
            name: "supplementaryContext",
            label: "What else is known",
            kind: "long",
            description: "Decides which topics come first for them",
          },
        ]}
        also={personId === undefined ? {} : { personId }}
        submitLabel="Make their page"
        onCancel={onCancel}
        onSubmit={async (body) => {
          setBusy(true);
          try {
            const done = isShown ? "Built and live" : "Built. Visitors see it once the page is shown to them";
            await edit("createAudience", { params: { page_id: pageId }, body }, { done });
            onDone();
          } finally {
            setBusy(false);
          }
        }}
      />
    </>
  );
}
