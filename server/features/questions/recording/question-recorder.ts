import { GroupCommit } from "../../../storage/group-commit";
import type { Database } from "../../../storage/port";
import { type AskedQuestion, recordQuestions } from "./record-questions";

const maxAtOnce = 64;

export class QuestionRecorder {
  readonly #questions: GroupCommit<AskedQuestion, boolean>;

  constructor(db: Database) {
    this.#questions = new GroupCommit({ maxAtOnce }, (asked) => recordQuestions(db, asked));
  }

  /** Resolved once durable. False if somebody who is named in it is just being erased: nothing is recorded. */
  record(asked: AskedQuestion): Promise<boolean> {
    return this.#questions.add(asked.making.tenantId, asked);
  }
}
