import type { Handler } from "../../context";
import { notFound, Problem } from "../../records/problem";
import { findPageToShare } from "../pages";
import { addAudiences } from "./changes/add-audiences";

export const createAudience: Handler<"createAudience"> = async (ctx, { params, body }) => {
  const page = await findPageToShare(ctx, params.page_id);
  if (!page) throw notFound();
  if (page.archived_at !== null) throw new Problem("page_archived");
  const [audience] = await addAudiences(ctx, page, [{ body, location: "body" }]);
  if (!audience || audience instanceof Problem) throw audience;
  return audience;
};
