import { Code, Stack } from "@mantine/core";
import { toTimestamp } from "../../../../contract/timestamps";
import { useRead } from "../../../api/operations";
import { LinkButton } from "../../../parts/links";
import { Loaded } from "../../../parts/notices/loaded";
import { Properties } from "../../../parts/properties";
import { fullTime } from "../../../parts/time";
import { FoundLead } from "../../../parts/visits/lead-details";
import { FoundQuestion } from "../../../parts/visits/question-details";
import { FoundVisit } from "../../../parts/visits/visit-details";

/** Kinds that open beside the timeline. The others have screens of their own. */
export const openKinds = ["visit", "question", "form", "log"] as const;
export type OpenKind = (typeof openKinds)[number];

export interface OpenMoment {
  kind: OpenKind;
  id: string;
  at: number;
}

export const titles: Readonly<Record<OpenKind, string>> = {
  visit: "The visit",
  question: "The question",
  form: "What they sent",
  log: "The log entry",
};

export function MomentDetails({ accountId, moment: { kind, id, at } }: { accountId: string; moment: OpenMoment }) {
  if (kind === "visit") {
    return (
      <Stack>
        <FoundVisit visit={id} began={toTimestamp(at)} accountId={accountId} />
        <LinkButton variant="default" to="/visits" search={{ visit: id, began: toTimestamp(at) } as never}>
          Among all visits
        </LinkButton>
      </Stack>
    );
  }
  if (kind === "question") {
    return (
      <FoundQuestion question={id} asked={toTimestamp(at)} accountId={accountId}>
        {({ pageId }) => (
          <LinkButton variant="default" to="/questions" search={{ tab: "all", pageId } as never}>
            All questions on the page
          </LinkButton>
        )}
      </FoundQuestion>
    );
  }
  if (kind === "form") return <FoundLead submissionId={id} />;
  return <LogEntry accountId={accountId} accountLogId={id} />;
}

function LogEntry({ accountId, accountLogId }: { accountId: string; accountLogId: string }) {
  const read = useRead("getAccountLog", { params: { account_id: accountId, account_log_id: accountLogId } });
  return (
    <Loaded read={read}>
      {({ source, type, payload, createdAt }) => (
        <Stack>
          <Properties values={{ Source: source, Type: type, Written: fullTime(createdAt) }} />
          <Code block tabIndex={0}>
            {JSON.stringify(payload, null, 2)}
          </Code>
        </Stack>
      )}
    </Loaded>
  );
}
