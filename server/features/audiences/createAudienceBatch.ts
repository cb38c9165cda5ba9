import { type Audience, newAudience } from "../../../contract";
import type { Handler } from "../../context";
import { notFound, Problem } from "../../records/problem";
import { createTokenCheck } from "../../rendering/tokens";
import { checkedItem, describedProblem } from "../../validation/batch-item";
import { findPageToShare } from "../pages";
import { addAudiences, type RequestedAudience } from "./changes/add-audiences";

export const createAudienceBatch: Handler<"createAudienceBatch"> = async (ctx, { params, body }) => {
  const page = await findPageToShare(ctx, params.page_id);
  if (!page) throw notFound();
  if (page.archived_at !== null) throw new Problem("page_archived");
  const requested = body.audiences.map((one, index) => checked(one, `body.audiences[${index}]`));
  const added = await addAudiences(
    ctx,
    page,
    requested.filter((one): one is RequestedAudience => !(one instanceof Problem)),
  );
  const results = requested.map((one) => (one instanceof Problem ? one : (added.shift() as Audience | Problem)));
  return {
    results: results.map((result) =>
      result instanceof Problem ? { audience: null, problem: describedProblem(result) } : { audience: result, problem: null },
    ),
  };
};

const checkTokens = createTokenCheck(newAudience);

function checked(one: object, location: string): RequestedAudience | Problem {
  const body = checkedItem(newAudience, one, location, checkTokens);
  return body instanceof Problem ? body : { body, location };
}
