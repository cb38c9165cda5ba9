import type { Dialect } from "../../dialects";
import { many, ofATenant } from "../sizes";

/** An account's timeline has the questions of its audiences, newest first. */
export function questionsOfAudiences({ planFor, usePlans }: Dialect): string[] {
  return [
    "CREATE INDEX questions_audience_time ON questions (tenant_id, audience_id, asked_at, question_id)",
    ...planFor("questions", "questions_audience_time", [many, ofATenant, 10, 1, 1]),
    ...usePlans,
  ];
}
