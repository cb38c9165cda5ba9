import type { AccountLog, Person, TopicEntry } from "../../../contract";

export interface KeyedPerson {
  key: string;
  body: { name: string; email: string };
}

interface KnownPerson {
  /** As last acknowledged. */
  person: Person;
  /** An update that was sent and never answered: it happened or it did not. */
  maybe?: Partial<Person>;
}

/** What the service said yes to, and what it was asked without an answer. */
export class Ledger {
  readonly persons = new Map<string, KnownPerson>();
  readonly logs = new Map<string, AccountLog>();
  readonly entries = new Map<string, TopicEntry>();
  /** Requests with an Idempotency-Key, answered. */
  readonly answered: { request: KeyedPerson; person: Person }[] = [];
  /** Requests with an Idempotency-Key and without an answer, to be sent again. */
  unanswered: KeyedPerson[] = [];
  /** All requests without an answer. */
  lost = 0;
  #fresh = new Set<string>();

  get size(): number {
    return this.persons.size + this.logs.size + this.entries.size;
  }

  addPerson(person: Person): void {
    this.persons.set(person.personId, { person });
    this.#fresh.add(person.personId);
  }

  addLog(log: AccountLog): void {
    this.logs.set(log.accountLogId, log);
    this.#fresh.add(log.accountLogId);
  }

  addEntry(entry: TopicEntry): void {
    this.entries.set(entry.topicEntryId, entry);
    this.#fresh.add(entry.topicEntryId);
  }

  /** The identifiers acknowledged since the last time this was asked. */
  takeFresh(): Set<string> {
    const fresh = this.#fresh;
    this.#fresh = new Set();
    return fresh;
  }

  ids(): string[] {
    return [...this.persons.keys(), ...this.logs.keys(), ...this.entries.keys()];
  }
}
