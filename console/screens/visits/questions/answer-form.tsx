import { Alert, Button, Group, List, SegmentedControl, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Operations, Output } from "../../../../contract";
import type { QuestionGroup } from "../../../../contract/visits/questions";
import { useEdit } from "../../../api/edits";
import { useCall, useRead } from "../../../api/operations";
import { useDialogEdits } from "../../../parts/forms/dialog-edits";
import { useFailure } from "../../../parts/notices/failure";
import { ProblemNotice } from "../../../parts/notices/problem-notice";
import { SlowAnswer } from "../../../parts/notices/slow-answer";
import { TopicPicker } from "../../../parts/pickers/topic-picker";
import { formatted } from "../../../parts/time";
import { FaqPicker } from "./faq-picker";

type Answered = Output<Operations["createEntryFromQuestion"]>;

/** Texts that are shown of the questions that an answer would answer too. */
const maxShown = 10;

interface Props {
  group: QuestionGroup;
  onDone(): void;
  onCancel(): void;
}

/** A new entry from a question, or another way to ask one that is there. What it would answer is shown before it is saved. */
export function AnswerForm({ group, onDone, onCancel }: Props) {
  const call = useCall();
  const edit = useEdit();
  const [isNew, setNew] = useState(true);
  const [topicId, setTopicId] = useState<string | null>(null);
  const [topicEntryId, setTopicEntryId] = useState<string | null>(null);
  const [question, setQuestion] = useState(group.text);
  const [answer, setAnswer] = useState("");
  const [tried, setTried] = useState<Answered>();
  const [failure, setFailure] = useFailure(`${topicId} ${topicEntryId} ${question} ${answer}`);
  const [isBusy, setBusy] = useState(false);
  useDialogEdits(!isBusy && (answer !== "" || question !== group.text));
  const hasAnswer = isNew ? answer.trim() !== "" : topicEntryId !== null;
  const isFilled = topicId !== null && question.trim() !== "" && hasAnswer;
  const sent = (dryRun: boolean) => {
    const kept = isNew ? { answer: answer.trim() } : { topicEntryId: topicEntryId ?? "" };
    return {
      params: { question_id: group.questionId },
      body: { topicId: topicId ?? "", question: question.trim(), ...kept, dryRun },
    };
  };
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(undefined);
    await work().catch(setFailure);
    setBusy(false);
  };
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setTried(undefined);
    };
  const chooseTopic = (value: string | undefined) => {
    setTopicId(value ?? null);
    setTopicEntryId(null);
  };
  const save = async () => {
    const isAnswered = tried !== undefined && answers(tried, group.questionId);
    await edit("createEntryFromQuestion", sent(false), { done: isAnswered ? "Saved: pages answer it from now on" : "Saved" });
    onDone();
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isFilled) attempt(tried ? save : async () => setTried(await call("createEntryFromQuestion", sent(true))));
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Question"
          withAsterisk
          value={question}
          onChange={(event) => change(setQuestion)(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Answered by"
          data={[
            { value: "new", label: "A new entry" },
            { value: "known", label: "An entry there is" },
          ]}
          value={isNew ? "new" : "known"}
          onChange={(value) => change(setNew)(value === "new")}
        />
        {isNew && (
          <Textarea
            label="Answer"
            data-autofocus
            withAsterisk
            autosize
            minRows={3}
            maxRows={14}
            value={answer}
            onChange={(event) => change(setAnswer)(event.currentTarget.value)}
          />
        )}
        <TopicPicker
          label={isNew ? "Topic that it becomes an entry of" : "Topic of the entry"}
          description="The page answers from topics that are attached to it or on every page"
          withAsterisk
          value={topicId ?? undefined}
          onChange={change(chooseTopic)}
        />
        {!isNew && <FaqPicker topicId={topicId} value={topicEntryId} onChange={change(setTopicEntryId)} />}
        {tried && <AlsoAnswered answered={tried} asked={group.questionId} />}
        {failure !== undefined && <ProblemNotice error={failure} />}
        {isBusy && <SlowAnswer />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isFilled}>
            {tried ? "Save the answer" : "See what it answers"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function answers(answered: Answered, asked: string): boolean {
  return answered.answers.some(({ questionId }) => questionId === asked);
}

/** What the dry run found. */
function AlsoAnswered({ answered, asked }: { answered: Answered; asked: string }) {
  const unanswered = useRead("listQuestions", { query: { status: "unanswered", limit: 100 } });
  if (!answers(answered, asked)) {
    return (
      <Alert color="orange" title="The page would still not answer it" role="status">
        Choose a topic that the page has, or use more words of the question as it was asked.
      </Alert>
    );
  }
  const texts = new Map(unanswered.data?.items.map(({ questionId, text }) => [questionId, text]));
  const others = answered.answers.filter(({ questionId }) => questionId !== asked);
  const shown = others.flatMap(({ questionId }) => texts.get(questionId) ?? []).slice(0, maxShown);
  const title =
    others.length === 0
      ? "It answers this question alone"
      : `It answers ${formatted(others.length)} more ${others.length === 1 ? "question" : "questions"}`;
  return (
    <Alert color="teal" title={title} role="status">
      <List size="sm">
        {[...new Set(shown)].map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
      <Text size="sm" mt={4}>
        Nothing is saved yet.
      </Text>
    </Alert>
  );
}
