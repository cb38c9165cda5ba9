import { Button, Group } from "@mantine/core";
import * as z from "zod";
import { questionStatuses } from "../../../../contract/visits/questions";
import { useEdit } from "../../../api/edits";
import { useFilters } from "../../../api/filters";
import { useList } from "../../../api/list";
import type { ItemOf } from "../../../api/operations";
import { ExportButton } from "../../../parts/lists/export-button";
import { FilterSelect } from "../../../parts/lists/filters";
import { type Column, RecordTable } from "../../../parts/lists/record-table";
import { EmptyState, NothingFits } from "../../../parts/notices/empty-state";
import { failed } from "../../../parts/notices/notices";
import { SidePanel } from "../../../parts/side-panel";
import { StatusBadge } from "../../../parts/status-badge";
import { TextButton } from "../../../parts/text-button";
import { FoundQuestion } from "../../../parts/visits/question-details";
import { When } from "../../../parts/when";
import { useIgnore } from "./ignore";

type Row = ItemOf<"listQuestions">;

const filterSchema = z.object({
  status: z.enum(questionStatuses),
  pageId: z.string(),
  question: z.string(),
  asked: z.string().regex(/^\+?\d+$/),
});

/** Every question, the newest first. */
export function AskedQuestions({ mayWrite }: { mayWrite: boolean }) {
  const [{ question, asked, ...filters }, setFilters] = useFilters(filterSchema);
  const list = useList("listQuestions", { query: filters });
  const columns: Column<Row>[] = [
    {
      title: "Question",
      render: ({ questionId, askedAt, text }) => (
        <TextButton onClick={() => setFilters({ question: questionId, asked: askedAt }, { isStep: true })}>{text}</TextButton>
      ),
    },
    { title: "State", width: 135, render: ({ status }) => <StatusBadge status={status} /> },
    { title: "Asked", width: 140, isMinor: true, render: ({ askedAt }) => <When at={askedAt} /> },
    ...(mayWrite ? [{ title: "Actions", width: 120, isMinor: true, render: (row: Row) => <ChangeState question={row} /> }] : []),
  ];
  return (
    <>
      <Group mb="md">
        <FilterSelect
          label="State"
          values={questionStatuses}
          value={filters.status}
          onChange={(status) => setFilters({ status })}
        />
        {list.items.length > 0 && <ExportButton id="listQuestions" lists={[{ query: filters }]} name="questions" />}
      </Group>
      <RecordTable
        label="Questions"
        list={list}
        columns={columns}
        keyOf={({ questionId }) => questionId}
        empty={
          Object.keys(filters).length > 0 ? (
            <NothingFits />
          ) : (
            <EmptyState
              icon="question"
              title="No questions"
              text="What visitors ask on your pages is listed here, with what they were told."
            />
          )
        }
      />
      <SidePanel
        title="A question"
        isOpen={question !== undefined && asked !== undefined}
        onClose={() => setFilters({ question: undefined, asked: undefined })}
      >
        {question && asked && (
          <FoundQuestion {...{ question, asked }}>{(found) => mayWrite && <ChangeState question={found} />}</FoundQuestion>
        )}
      </SidePanel>
    </>
  );
}

function ChangeState({ question: { questionId, status } }: { question: Row }) {
  const edit = useEdit();
  const ignore = useIgnore();
  if (status === "unanswered") {
    return (
      <Button size="compact-sm" variant="subtle" onClick={() => ignore([questionId]).catch(failed)}>
        Ignore
      </Button>
    );
  }
  if (status === "answered") return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      onClick={() =>
        edit(
          "updateQuestion",
          { params: { question_id: questionId }, body: { status: "unanswered" } },
          { done: "Listed as unanswered again" },
        ).catch(failed)
      }
    >
      Reopen
    </Button>
  );
}
