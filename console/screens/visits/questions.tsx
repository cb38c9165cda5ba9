import { useState } from "react";
import { Heading } from "../../parts/heading";
import { NotLiveNotice } from "../../parts/publishing/not-live-notice";
import { AddressTabs } from "../../parts/tabs";
import { useSession } from "../../session/context";
import { AskedQuestions } from "./questions/asked-questions";
import { QuestionGroups } from "./questions/question-groups";

/** What visitors wanted to know, and the entries that answer it. */
export function Screen() {
  const { may } = useSession();
  const mayWrite = may("questions:write");
  const [hasAnswered, setAnswered] = useState(false);
  return (
    <>
      <Heading
        title="Questions"
        about="What visitors asked on your pages. Answer a question once, and pages answer it from then on."
      />
      {hasAnswered && <NotLiveNotice />}
      <AddressTabs
        tabs={[
          {
            value: "groups",
            label: "Unanswered",
            content: <QuestionGroups mayWrite={mayWrite} onAnswer={() => setAnswered(true)} />,
          },
          { value: "all", label: "All questions", content: <AskedQuestions mayWrite={mayWrite} /> },
        ]}
      />
    </>
  );
}
