import type { OperationId, Operations, Output, Person } from "../../../contract";
import { Api, type Sent } from "../../support/service/api";
import { createRandom, type Random } from "../random";
import { campaignKey } from "../server-process";
import type { Ledger } from "./ledger";

const writers = 32;
const accounts = 8;
const sharedDomains = 40;
const entriesPerTopic = 150;
const pauseAfterRefusalMs = 20;

/** What may be missing while something is being killed: the whole service, or its database alone. */
type Outage = "no answer" | "503";

export interface Writing {
  /** From now on an outage is right; before, and after `outageEnds`, it is a failure. */
  outageBegins(): void;
  outageEnds(): void;
  /** Ends when each writer has had its last answer, or none; throws what was wrong. */
  stop(): Promise<void>;
}

interface Options {
  origin: string;
  ledger: Ledger;
  accountIds: string[];
  outage: Outage;
  random: Random;
}

/** The accounts whose logs all writers share. */
export async function createAccounts(origin: string): Promise<string[]> {
  const api = new Api(origin, campaignKey);
  const numbers = Array.from({ length: accounts }, (_, number) => number);
  const created = await Promise.all(
    numbers.map((number) => api.call("createAccount", { body: { domain: `account-${number}.test` } })),
  );
  return created.map((account) => account.accountId);
}

/** Many writers at once, each sending its next request when the one before was answered. */
export function startWriters({ origin, ledger, accountIds, outage, random }: Options): Writing {
  const state = { stopping: false, inOutage: false };
  const running = Array.from({ length: writers }, () =>
    new Writer(origin, ledger, accountIds, outage, createRandom(random.below(2 ** 32)), state).run(),
  );
  const ended = Promise.allSettled(running);
  return {
    outageBegins() {
      state.inOutage = true;
    },
    outageEnds() {
      state.inOutage = false;
    },
    async stop() {
      state.stopping = true;
      for (const result of await ended) if (result.status === "rejected") throw result.reason;
    },
  };
}

class Writer {
  readonly #api: Api;
  /** Those it may update: no other writer knows them. */
  readonly #own: Person[] = [];
  #topicId: string | undefined;
  #entriesInTopic = 0;

  constructor(
    origin: string,
    readonly ledger: Ledger,
    readonly accountIds: string[],
    readonly outage: Outage,
    readonly random: Random,
    readonly state: { readonly stopping: boolean; readonly inOutage: boolean },
  ) {
    this.#api = new Api(origin, campaignKey);
  }

  async run(): Promise<void> {
    while (!this.state.stopping) {
      const answered = await this.#writeSomething();
      if (answered) continue;
      this.ledger.lost += 1;
      if (this.outage === "no answer") return;
      await new Promise((turn) => setTimeout(turn, pauseAfterRefusalMs));
    }
  }

  #writeSomething(): Promise<boolean> {
    const turn = this.random.next();
    if (turn < 0.3) return this.#createPerson();
    if (turn < 0.5) return this.#createPersonWithKey();
    if (turn < 0.65) return this.#createLog();
    if (turn < 0.8) return this.#createEntry();
    return this.#updatePerson();
  }

  async #createPerson(): Promise<boolean> {
    const person = await this.#attempt("createPerson", { body: this.#newPerson() });
    if (!person) return false;
    this.ledger.addPerson(person);
    this.#own.push(person);
    return true;
  }

  async #createPersonWithKey(): Promise<boolean> {
    const request = { key: crypto.randomUUID(), body: this.#newPerson() };
    const person = await this.#attempt("createPerson", { body: request.body, headers: { "idempotency-key": request.key } });
    if (person) {
      this.ledger.addPerson(person);
      this.ledger.answered.push({ request, person });
    } else {
      this.ledger.unanswered.push(request);
    }
    return person !== undefined;
  }

  async #createLog(): Promise<boolean> {
    const mark = crypto.randomUUID();
    const log = await this.#attempt("createAccountLog", {
      params: { account_id: this.random.pick(this.accountIds) },
      body: {
        source: "crm",
        type: "call",
        payload: { mark },
        ...(this.random.next() < 0.5 && { idempotencyKey: mark }),
      },
    });
    if (log) this.ledger.addLog(log);
    return log !== undefined;
  }

  async #createEntry(): Promise<boolean> {
    if (this.#topicId === undefined || this.#entriesInTopic === entriesPerTopic) {
      const topic = await this.#attempt("createTopic", { body: { title: crypto.randomUUID() } });
      if (!topic) return false;
      this.#topicId = topic.topicId;
      this.#entriesInTopic = 0;
    }
    const entry = await this.#attempt("createTopicEntry", {
      params: { topic_id: this.#topicId },
      body: { content: { type: "text", content: crypto.randomUUID() } },
    });
    this.#entriesInTopic += 1;
    if (entry) this.ledger.addEntry(entry);
    return entry !== undefined;
  }

  /** Sometimes to a new domain, so that an account has to come with it. */
  async #updatePerson(): Promise<boolean> {
    if (this.#own.length === 0) return this.#createPerson();
    const index = this.random.below(this.#own.length);
    const { personId } = this.#own[index] as Person;
    const changes = {
      phoneNumber: `+1${this.random.below(1_000_000_000)}`,
      ...(this.random.next() < 0.3 && { domain: `${crypto.randomUUID()}.test` }),
    };
    const person = await this.#attempt("updatePerson", { params: { person_id: personId }, body: changes });
    const known = this.ledger.persons.get(personId);
    if (!known) throw new Error(`${personId} was updated before it was acknowledged`);
    if (person) {
      known.person = person;
    } else {
      known.maybe = changes;
      this.#own.splice(index, 1);
    }
    return person !== undefined;
  }

  #newPerson() {
    const domain =
      this.random.next() < 0.5 ? `shared-${this.random.below(sharedDomains)}.test` : `own-${crypto.randomUUID()}.test`;
    const name = `Person ${crypto.randomUUID()}`;
    return { name, email: `${this.random.below(1_000_000)}@${domain}` };
  }

  /** Undefined when there was no answer, which is right in an outage alone. */
  async #attempt<Id extends OperationId>(id: Id, sent: Sent<Operations[Id]>): Promise<Output<Operations[Id]> | undefined> {
    const { inOutage } = this.state;
    try {
      const { status, body } = await this.#api.send(id, sent);
      if (status < 400) return body as Output<Operations[Id]>;
      if (status === 503 && this.outage === "503" && (inOutage || this.state.inOutage)) return undefined;
      throw new Refused(`${id} was answered ${status}: ${JSON.stringify(body)}`);
    } catch (error) {
      if (this.outage === "no answer" && this.state.inOutage && !(error instanceof Refused)) return undefined;
      throw error;
    }
  }
}

class Refused extends Error {}
