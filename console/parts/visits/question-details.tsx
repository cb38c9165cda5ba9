import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { toTimestamp } from "../../../contract/timestamps";
import { type ItemOf, useRead } from "../../api/operations";
import { Loaded } from "../notices/loaded";
import { Properties } from "../properties";
import { fullTime } from "../time";

type Question = ItemOf<"listQuestions">;

interface Props {
  question: string;
  /** When: a question can't be read by itself, but the list of its moment has it. */
  asked: string;
  accountId?: string;
  /** What can be done with it. */
  children(question: Question): ReactNode;
}

/** A question that is known by its identifier and its moment. */
export function FoundQuestion({ question, asked, accountId, children }: Props) {
  const query = { from: asked, to: toTimestamp(Number(asked) + 1), limit: 100, ...(accountId !== undefined && { accountId }) };
  const read = useRead("listQuestions", { query });
  return (
    <Loaded read={read}>
      {({ items }) => {
        const found = items.find(({ questionId }) => questionId === question);
        if (!found) return <Text c="dimmed">It was deleted.</Text>;
        const { text, responseText, askedAt } = found;
        return (
          <Stack>
            <Properties
              values={{
                Question: text,
                "What the page said": responseText ?? "That it does not know",
                Asked: fullTime(askedAt),
              }}
            />
            {children(found)}
          </Stack>
        );
      }}
    </Loaded>
  );
}
