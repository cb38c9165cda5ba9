import { Text } from "@mantine/core";
import { useEdit } from "../../api/edits";
import { useList } from "../../api/list";
import type { ItemOf } from "../../api/operations";
import { ListScreen } from "../../parts/lists/list-screen";
import type { Column } from "../../parts/lists/record-table";
import { BusyButton } from "../../parts/notices/busy-button";
import { When } from "../../parts/when";
import { useSession } from "../../session/context";

type Row = ItemOf<"listFailedJobs">;

export function Screen() {
  const { may } = useSession();
  const list = useList("listFailedJobs", {});
  const columns: Column<Row>[] = [
    { title: "Job", width: 190, render: ({ kind }) => inWords(kind) },
    {
      title: "Why",
      render: ({ error }) => (
        <Text size="sm" truncate title={error ?? ""}>
          {error ?? "—"}
        </Text>
      ),
    },
    { title: "Attempts", width: 100, isMinor: true, render: ({ attempts }) => attempts },
    { title: "Failed", width: 150, isMinor: true, render: ({ failedAt }) => <When at={failedAt} /> },
    ...(may("jobs:write") ? [{ title: "Actions", width: 120, render: ({ jobId }: Row) => <Retry jobId={jobId} /> }] : []),
  ];
  return (
    <ListScreen
      title="Failed jobs"
      about="Work in the background that was given up after its last attempt. Mend the cause, then run it again."
      list={list}
      columns={columns}
      keyOf={({ jobId }) => jobId}
      empty={{
        icon: "check",
        title: "Nothing has failed",
        text: "What can't be done in the background, however often it is tried, is listed here.",
      }}
    />
  );
}

function Retry({ jobId }: { jobId: string }) {
  const edit = useEdit();
  return (
    <BusyButton
      size="compact-sm"
      variant="light"
      onClick={() => edit("retryFailedJob", { params: { job_id: jobId } }, { done: "It runs again" })}
    >
      Run again
    </BusyButton>
  );
}

/** "buildVersions" is "Build versions". */
function inWords(kind: string): string {
  const words = kind.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
