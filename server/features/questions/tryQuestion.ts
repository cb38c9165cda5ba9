import type { Answer } from "../../../contract";
import { answerPatienceMs } from "../../answers/model/writer";
import { type Handler, type PrepareContext, prepared } from "../../context";
import { notFound } from "../../records/problem";
import { type TokenValues, tokenValues } from "../../rendering/tokens";
import type { Database } from "../../storage/port";
import { audiencesById } from "../audiences";
import { findPage } from "../pages";
import { readDocument } from "../publishing";
import { answerQuestion, describeAnswer } from "./answering/answer-question";
import { indexOfPage } from "./answering/page-index";
import { writeAnswer } from "./answering/write-answer";
import { maySee } from "./scopes";
import { similaritiesTo } from "./vectors/similarities";

/** All of it before the transaction, in which nothing is left to do: an index may have to be built. */
export const tryQuestion: Handler<"tryQuestion"> = prepared<"tryQuestion", Answer>(
  async (ctx, { params, body }) => {
    const values = await valuesFor(ctx, params.page_id, body.audienceId);
    const index = await indexOfPage(ctx, params.page_id);
    const { tenantId, now, site } = ctx;
    const transaction: Database["transaction"] = (work) => ctx.change(({ db }) => work(db));
    const asked = { tenantId, now, site, audienceId: body.audienceId, question: body.question, transaction };
    const answer = answerQuestion(index, body.question, values, await similaritiesTo(index, asked));
    const written = await writeAnswer({ ...asked, found: answer.found, values, patienceMs: answerPatienceMs });
    const described = describeAnswer(written ? { ...answer, text: written.text } : answer, values);
    return maySee(ctx, "topics:read") ? described : { ...described, passages: [] };
  },
  async (_ctx, _input, answer) => answer,
);

async function valuesFor(ctx: PrepareContext, pageId: string, audienceId: string | undefined): Promise<TokenValues> {
  const { db, tenantId } = ctx;
  const page = await findPage(db, tenantId, pageId);
  if (!page) throw notFound();
  if (audienceId === undefined) return tokenValues({ person: null, account: null, page, audience: { name: "" } });
  const [audience] = await audiencesById(db, tenantId, [audienceId]);
  if (audience?.page_id !== pageId) throw notFound();
  const built = await readDocument(db, tenantId, audienceId, audience.published_version_id, { topics: false });
  if (!built) throw notFound();
  const { document } = built;
  return tokenValues({
    ...document,
    person: maySee(ctx, "persons:read") ? document.person : null,
    account: maySee(ctx, "accounts:read") ? document.account : null,
  });
}
