import { Anchor, Group, Text } from "@mantine/core";
import * as z from "zod";
import { isRemoved, useChoice } from "../../api/choice";
import { useEdit } from "../../api/edits";
import { useFilters } from "../../api/filters";
import { useList } from "../../api/list";
import { type ItemOf, useCall } from "../../api/operations";
import { FormModal } from "../../parts/forms/form-modal";
import { PagePicker } from "../../parts/forms/page-picker";
import { TextLink } from "../../parts/links";
import { type BulkAction, BulkBar } from "../../parts/lists/bulk-bar";
import { choiceColumn } from "../../parts/lists/choice-column";
import { ListScreen } from "../../parts/lists/list-screen";
import { EditButton, RecordDialog } from "../../parts/lists/record-dialog";
import type { Column } from "../../parts/lists/record-table";
import { ConfirmButton } from "../../parts/notices/confirm-button";
import { NotFound } from "../../parts/notices/not-found";
import { VisitorName } from "../../parts/visits/names";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";
import { MoveLink, NewLink } from "./links/link-form";

const filterSchema = z.object({ pageId: z.string(), audienceId: z.string() });
type Row = ItemOf<"listPageLinks">;

const leadsTo: Column<Row> = {
  title: "Leads to",
  isMinor: true,
  render: ({ pageId, target: { audienceId } }) =>
    pageId && (
      <TextLink to="/pages/$pageId/audiences/$audienceId" params={{ pageId, audienceId }}>
        <VisitorName pageId={pageId} audienceId={audienceId} />
      </TextLink>
    ),
};

export function Screen() {
  const { may } = useSession();
  const edit = useEdit();
  const call = useCall();
  const [filters, setFilters] = useFilters(filterSchema);
  const list = useList("listPageLinks", { query: filters });
  const [chosen, setChosen] = useChoice(may("page_links:write"), (ask, id) =>
    ask("getPageLink", { params: { page_link_id: id } }),
  );
  const choice = choiceColumn<Row>({
    chosen,
    onChange: setChosen,
    idOf: ({ pageLinkId }) => pageLinkId,
    nameOf: ({ path }) => path,
  });
  const actions: BulkAction[] = [
    {
      label: "Delete them",
      question: "These addresses no longer lead anywhere, and their paths are free again. This can't be undone.",
      done: (count) => `${count} deleted`,
      run: (id) => call("deletePageLink", { params: { page_link_id: id } }),
    },
  ];
  const columns: Column<Row>[] = [
    ...(may("page_links:write") ? [choice] : []),
    {
      title: "Address",
      render: ({ url, path }) => <Address url={url} path={path} />,
    },
    ...(may("audiences:read") ? [leadsTo] : []),
    { title: "Made", width: 140, isMinor: true, render: ({ createdAt }) => <When at={createdAt} /> },
    ...(may("page_links:write")
      ? [
          {
            title: "Actions",
            width: 165,
            render: (link: Row) => (
              <Group gap="xs" wrap="nowrap">
                <EditButton id={link.pageLinkId} label="Move" />
                <ConfirmButton
                  label="Delete"
                  question="The address no longer leads anywhere, and its path is free again."
                  onConfirm={() => edit("deletePageLink", { params: { page_link_id: link.pageLinkId } }, { done: "Deleted" })}
                />
              </Group>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <ListScreen
        title="Links"
        about="Every address that leads to an audience's page. Each audience gets one by itself."
        actions={
          may("page_links:write") &&
          may("audiences:read") && (
            <FormModal name="new" label="New link">
              {(close, cancel) => <NewLink onDone={close} onCancel={cancel} />}
            </FormModal>
          )
        }
        filters={
          <>
            <PagePicker value={filters.pageId} onChange={(pageId) => setFilters({ pageId })} />
            <BulkBar chosen={chosen} actions={actions} onDone={setChosen} />
          </>
        }
        isFiltered={Object.keys(filters).length > 0}
        list={list}
        columns={columns}
        keyOf={({ pageLinkId }) => pageLinkId}
        empty={{ icon: "link", title: "No links yet", text: "They come with the audiences of your pages." }}
      />
      {may("page_links:write") && (
        <RecordDialog
          title="Move the link"
          listed={(id) => list.items.find(({ pageLinkId }) => pageLinkId === id)}
          read="getPageLink"
          sentFor={(id) => ({ params: { page_link_id: id } })}
        >
          {(link, close, cancel) => (isRemoved(link) ? <NotFound /> : <MoveLink link={link} onDone={close} onCancel={cancel} />)}
        </RecordDialog>
      )}
    </>
  );
}

/** Addresses differ at their ends, so the end comes first: most begin with the same page. */
function Address({ url, path }: Pick<Row, "url" | "path">) {
  const { host, pathname } = url === null ? { host: "", pathname: path } : new URL(url);
  const whole = host + decodeURI(pathname);
  const endsAt = whole.lastIndexOf("/") + 1;
  const [beginning, end] = endsAt < whole.length ? [whole.slice(0, endsAt), whole.slice(endsAt)] : ["", whole];
  return (
    <>
      {url === null ? (
        <div className="words">{end}</div>
      ) : (
        <Anchor href={url} target="_blank" rel="noreferrer" title={url}>
          {end}
        </Anchor>
      )}
      {beginning && (
        <Text size="xs" c="dimmed" truncate className="below">
          {beginning}
        </Text>
      )}
    </>
  );
}
