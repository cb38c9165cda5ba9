import { Badge, Button, Card, Group, Stack, Text } from "@mantine/core";
import type { QuestionGroup } from "../../../../contract/visits/questions";
import { useRead } from "../../../api/operations";
import { FormModal } from "../../../parts/forms/form-modal";
import { Icon } from "../../../parts/icon";
import { EmptyState } from "../../../parts/notices/empty-state";
import { Loaded } from "../../../parts/notices/loaded";
import { failed } from "../../../parts/notices/notices";
import { formatted } from "../../../parts/time";
import { When } from "../../../parts/when";
import { useSession } from "../../../session/context";
import { AnswerForm } from "./answer-form";
import { useIgnore } from "./ignore";

/** Groups that are shown at once: with each answer, others move up. */
const maxShown = 100;

/** Unanswered questions that mean the same, the most frequent first. */
export function QuestionGroups({ mayWrite, onAnswer }: { mayWrite: boolean; onAnswer(): void }) {
  const read = useRead("listQuestionGroups", { query: {} });
  return (
    <Loaded read={read}>
      {({ items, groupedCount }) =>
        items.length === 0 ? (
          <EmptyState
            icon="question"
            title="Nothing is left unanswered"
            text="When a page does not know what to say to a visitor, the question is listed here."
          />
        ) : (
          <Stack>
            <Text size="sm" c="dimmed">
              {formatted(groupedCount)} unanswered, in {formatted(items.length)} {items.length === 1 ? "group" : "groups"}
              {items.length > maxShown && `. The largest ${maxShown} are shown`}
            </Text>
            {items.slice(0, maxShown).map((group) => (
              <GroupCard key={group.questionId} group={group} mayWrite={mayWrite} onAnswer={onAnswer} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

interface CardProps {
  group: QuestionGroup;
  mayWrite: boolean;
  onAnswer(): void;
}

function GroupCard({ group, mayWrite, onAnswer }: CardProps) {
  const { may } = useSession();
  const ignore = useIgnore();
  const { text, count, accountIds, questionIds, lastAskedAt } = group;
  return (
    <Card withBorder component="article" aria-label={text}>
      <Group justify="space-between" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 16rem">
          <Text fw={550}>{text}</Text>
          <Group gap="xs">
            <Badge variant="light" tt="none">
              asked {count === 1 ? "once" : `${formatted(count)} times`}
            </Badge>
            {accountIds.length > 0 && (
              <Text size="sm" c="dimmed">
                {formatted(accountIds.length)} {accountIds.length === 1 ? "account" : "accounts"}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              <When at={lastAskedAt} />
            </Text>
          </Group>
        </Stack>
        {mayWrite && (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<Icon name="close" size={16} />}
              onClick={() => ignore(questionIds, count - questionIds.length).catch(failed)}
            >
              Ignore
            </Button>
            {may("topics:read") && may("topics:write") && (
              <FormModal name={`answer-${group.questionId}`} label="Answer" title="Answer it for good" icon="form" size="lg">
                {(close, cancel) => (
                  <AnswerForm
                    group={group}
                    onDone={() => {
                      onAnswer();
                      close();
                    }}
                    onCancel={cancel}
                  />
                )}
              </FormModal>
            )}
          </Group>
        )}
      </Group>
    </Card>
  );
}
