import { type Audience, errors, type FieldProblem, newAudience } from "../../../contract";
import type { Handler } from "../../context";
import { notFound, Problem } from "../../records/problem";
import { createTokenCheck } from "../../rendering/tokens";
import { parseFields } from "../../validation/parse-fields";
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
      result instanceof Problem ? { audience: null, problem: described(result) } : { audience: result, problem: null },
    ),
  };
};

const checkTokens = createTokenCheck(newAudience);

function checked(one: Record<string, unknown>, location: string): RequestedAudience | Problem {
  const problems: FieldProblem[] = [];
  const body = parseFields(newAudience, one, location, problems);
  checkTokens?.(one, location, problems);
  return problems.length > 0
    ? new Problem("validation_failed", { errors: problems })
    : { body: body as RequestedAudience["body"], location };
}

function described({ code, details }: Problem) {
  const { title } = errors[code];
  const { detail = title, errors: fields, existingId } = details;
  return { code, detail, ...(fields && { errors: fields }), ...(existingId !== undefined && { existingId }) };
}
