import type { FieldProblem } from "../../../contract";
import type { Writing } from "../../context";
import { Problem } from "../../records/problem";
import { keepDomain } from "../domains";
import { normalPath } from "./path";
import { targetExists } from "./queries";

interface LinkRequest {
  path?: string | undefined;
  target?: { audienceId: string } | undefined;
  tenantDomainId?: string | null | undefined;
}

/** Returns the path in its normal form. Refuses with all problems at once. */
export async function checkLink<Request extends LinkRequest>(ctx: Writing, request: Request): Promise<Request["path"]> {
  const { path, target, tenantDomainId } = request;
  const problems: FieldProblem[] = [];
  const normal = path === undefined ? undefined : normalPath(path);
  if (normal && "fault" in normal) problems.push({ location: "body.path", code: "bad_format", message: normal.fault });
  const [audience, domain] = await Promise.all([
    target === undefined || targetExists(ctx.db, ctx.tenantId, target.audienceId),
    tenantDomainId == null || keepDomain(ctx, tenantDomainId),
  ]);
  if (!audience) problems.push(unknown("body.target.audienceId", "must name an audience of the tenant"));
  if (!domain) problems.push(unknown("body.tenantDomainId", "must name a domain of the tenant"));
  if (problems.length > 0) throw new Problem("validation_failed", { errors: problems });
  return normal && "path" in normal ? normal.path : undefined;
}

function unknown(location: string, message: string): FieldProblem {
  return { location, code: "not_found", message };
}
