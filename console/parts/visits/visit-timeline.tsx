import { Stack, Text, Timeline } from "@mantine/core";
import type { ReactNode } from "react";
import type { RecordedSession } from "../../../contract/visits/sessions";
import { type Answer, useRead } from "../../api/operations";
import { useSession } from "../../session/context";
import { TextLink } from "../links";
import { Loaded } from "../notices/loaded";
import { fullTime, percentage } from "../time";

type Interaction = Answer<"getSessionInteractions">["interactions"][number];

interface Props {
  visit: string;
  /** What is known of the whole visit: when it began, and how far the page was scrolled. */
  session?: RecordedSession;
}

/** What the visitor did, in the order it happened. How far they scrolled comes last: it is known for the whole visit alone. */
export function VisitTimeline({ visit, session }: Props) {
  const read = useRead("getSessionInteractions", { params: { audience_session_id: visit } });
  const scrolled = session?.maxScrollDepthPercentage ?? 0;
  return (
    <Loaded read={read}>
      {({ interactions }) => (
        <Stack>
          {interactions.length === 0 && <Text c="dimmed">They clicked nothing, asked nothing and sent nothing.</Text>}
          <Timeline bulletSize={14} lineWidth={2}>
            {session && <Timeline.Item title="Opened the page">{timeOf(session.sessionStartedAt)}</Timeline.Item>}
            {interactions.map((each) => (
              <Timeline.Item key={`${each.timestamp} ${each.componentId} ${each.label}`} title={<Title interaction={each} />}>
                <Stack gap={2}>
                  {kindOf(each) === "click" && each.componentContext && <Text size="sm">{each.componentContext}</Text>}
                  {each.responseText && <Text size="sm">{each.responseText}</Text>}
                  {timeOf(String(each.timestamp))}
                </Stack>
              </Timeline.Item>
            ))}
            {scrolled > 0 && <Timeline.Item title={`Scrolled through ${percentage(scrolled)} of the page`} />}
          </Timeline>
        </Stack>
      )}
    </Loaded>
  );
}

function Title({ interaction }: { interaction: Interaction }): ReactNode {
  const { may } = useSession();
  const { label, componentId } = interaction;
  const kind = kindOf(interaction);
  // What was erased has no words any more.
  if (kind === "question") return label ? `Asked: ${label}` : "Asked a question";
  if (kind === "click") return label ? `Clicked: ${label}` : "Clicked";
  if (!may("form_submissions:read")) return "Sent a form";
  return (
    <TextLink to="/leads" search={{ lead: componentId } as never}>
      Sent a form
    </TextLink>
  );
}

/** A page may have a part called "form": what was asked or sent is told by its identifier too. */
function kindOf({ componentContext, componentId }: Interaction): "question" | "form" | "click" {
  if (componentContext === "question" && componentId.startsWith("question_")) return "question";
  return componentContext === "form" && componentId.startsWith("submission_") ? "form" : "click";
}

function timeOf(at: string) {
  return (
    <Text size="xs" c="dimmed">
      {fullTime(at)}
    </Text>
  );
}
