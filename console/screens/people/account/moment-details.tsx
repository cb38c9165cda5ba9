import { Code, Stack, Text } from "@mantine/core";
import { toTimestamp } from "../../../../contract/timestamps";
import { useRead } from "../../../api/operations";
import { LinkButton } from "../../../parts/links";
import { Loaded } from "../../../parts/notices/loaded";
import { Properties } from "../../../parts/properties";
import { fullTime } from "../../../parts/time";
import { LeadDetails } from "../../../parts/visits/lead-details";
import { QuestionDetails } from "../../../parts/visits/question-details";
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
  if (kind === "question") return <Question accountId={accountId} questionId={id} at={at} />;
  if (kind === "form") return <Submission submissionId={id} />;
  return <LogEntry accountId={accountId} accountLogId={id} />;
}

/** A question can't be read by itself: the list of its moment has it. */
function Question({ accountId, questionId, at }: { accountId: string; questionId: string; at: number }) {
  const read = useRead("listQuestions", { query: { accountId, from: toTimestamp(at), to: toTimestamp(at + 1), limit: 100 } });
  return (
    <Loaded read={read}>
      {({ items }) => {
        const question = items.find((each) => each.questionId === questionId);
        if (!question) return <Text c="dimmed">It was deleted.</Text>;
        const { pageId } = question;
        return (
          <Stack>
            <QuestionDetails question={question} />
            <LinkButton variant="default" to="/questions" search={{ tab: "all", pageId } as never}>
              All questions on the page
            </LinkButton>
          </Stack>
        );
      }}
    </Loaded>
  );
}

function Submission({ submissionId }: { submissionId: string }) {
  const read = useRead("getFormSubmission", { params: { submission_id: submissionId } });
  return <Loaded read={read}>{(lead) => <LeadDetails lead={lead} />}</Loaded>;
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
