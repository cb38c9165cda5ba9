import type { PrepareContext } from "../../../context";
import type { TopicState } from "../../pages";
import { topicsOfIndex } from "../answering/page-index";
import { newestQuestions, type QuestionRow } from "../queries";

/** Past questions that are tried: of the page where it was asked, and of all others together. */
const maxTried = 1_000;
/** Other pages that are looked at, those with the most questions first. */
const maxOtherPages = 100;
/** Topics that other pages are indexed from anew, in all: as many as one page may have. */
const maxOtherBytes = 4 * 1_048_576;

/** Pages that know the same topics, and so give the same answers. */
interface WaitingPages {
  /** One of them. */
  pageId: string;
  states: readonly TopicState[];
  /** Unanswered ones of all of them. */
  questions: QuestionRow[];
}

/** The page where a question was asked, and others with unanswered questions that know the topic that is to answer it. */
export async function waitingPages(ctx: PrepareContext, pageId: string, topicId: string): Promise<WaitingPages[]> {
  const { db, tenantId } = ctx;
  const [questions, anywhere, states] = await Promise.all([
    newestQuestions(db, tenantId, { pageId, status: "unanswered" }, undefined, maxTried),
    newestQuestions(db, tenantId, { status: "unanswered" }, undefined, maxTried),
    topicsOfIndex(ctx, pageId),
  ]);
  const asked: WaitingPages = { pageId, states, questions };
  const sets = new Map([[nameOf(states), asked]]);
  const byPage = Map.groupBy(anywhere, ({ page_id }) => page_id);
  byPage.delete(pageId);
  const others = [...byPage].sort(([, one], [, other]) => other.length - one.length).slice(0, maxOtherPages);
  let bytes = 0;
  for (const [other, ofPage] of others) {
    const known = await topicsOfIndex(ctx, other);
    if (!known.some(({ topic_id }) => topic_id === topicId)) continue;
    const set = sets.get(nameOf(known));
    if (set) {
      set.questions.push(...ofPage);
      continue;
    }
    const bytesOfPage = known.reduce((sum, topic) => sum + topic.bytes, 0);
    if (bytes + bytesOfPage > maxOtherBytes) continue;
    bytes += bytesOfPage;
    sets.set(nameOf(known), { pageId: other, states: known, questions: ofPage });
  }
  return [...sets.values()];
}

function nameOf(states: readonly TopicState[]): string {
  return JSON.stringify(states.map(({ topic_id, revision }) => [topic_id, revision]));
}
