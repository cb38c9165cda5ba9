import { errors } from "../../../contract";
import { Problem } from "../../records/problem";
import { Unavailable } from "../../storage/port";
import type { Log } from "../../telemetry/log";
import type { NoticeBrand } from "./notice-brands";
import { noticeLanguage } from "./notice-language";
import { noticeResponse } from "./notices";

const retryAfterSeconds = 5;

/** What a visitor is told when the answer failed. Anything unexpected is logged, and the notice tells nothing about it. */
export function failureNotice(error: unknown, request: Request, log: Log, brand: NoticeBrand | null): Response {
  const language = noticeLanguage(request, brand);
  if (error instanceof Problem) {
    const { headers } = error.details;
    return noticeResponse({ status: errors[error.code].status, language, ...(headers && { headers }) }, brand);
  }
  log.error("page failed", error, { method: request.method });
  if (!(error instanceof Unavailable)) return noticeResponse({ status: 500, language }, brand);
  return noticeResponse({ status: 503, language, headers: { "retry-after": String(retryAfterSeconds) } }, brand);
}
