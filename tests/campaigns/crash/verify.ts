import type { Person } from "../../../contract";
import type { StorageConfig } from "../../../server/storage/open";
import { Api } from "../../support/service/api";
import type { Random } from "../random";
import { campaignKey } from "../server-process";
import { audit } from "./audit";
import type { KeyedPerson, Ledger } from "./ledger";

const readersAtOnce = 16;
const replaysPerRound = 20;
const inProgressPatienceMs = 2_000;
const inProgressRetryMs = 20;
const shownFindings = 10;

/** Sends again what was never answered, then holds the service and its database to all that was acknowledged. */
export async function verify(origin: string, storage: StorageConfig, ledger: Ledger, random: Random): Promise<void> {
  const api = new Api(origin, campaignKey);
  await retryUnanswered(api, ledger);
  await replayAnswered(api, ledger, random);
  const findings = [...(await audit(storage, ledger.ids())), ...(await readBack(api, ledger))];
  if (findings.length === 0) return;
  const more = findings.length > shownFindings ? `\n  and ${findings.length - shownFindings} more` : "";
  throw new Error(`The database is not as it was promised:\n  ${findings.slice(0, shownFindings).join("\n  ")}${more}`);
}

async function retryUnanswered(api: Api, ledger: Ledger): Promise<void> {
  const requests = ledger.unanswered;
  ledger.unanswered = [];
  await inParallel(requests, async (request) => {
    const { person } = await sendAgain(api, request);
    ledger.addPerson(person);
    ledger.answered.push({ request, person });
  });
}

async function replayAnswered(api: Api, ledger: Ledger, random: Random): Promise<void> {
  if (ledger.answered.length === 0) return;
  const some = Array.from({ length: replaysPerRound }, () => random.pick(ledger.answered));
  await inParallel([...new Set(some)], async ({ request, person }) => {
    const again = await sendAgain(api, request);
    if (!again.replayed) throw new Error(`A request whose answer was ${person.personId} was done anew: ${again.person.personId}`);
    if (!Bun.deepEquals(again.person, person)) {
      throw new Error(`A repeated request was answered differently: ${JSON.stringify(again.person)}, ${JSON.stringify(person)}`);
    }
  });
}

async function sendAgain(api: Api, { key, body }: KeyedPerson): Promise<{ person: Person; replayed: boolean }> {
  const patientUntil = performance.now() + inProgressPatienceMs;
  for (;;) {
    const received = await api.send("createPerson", { body, headers: { "idempotency-key": key } });
    if (received.status === 201) {
      return { person: received.body as Person, replayed: received.headers.get("idempotent-replayed") === "true" };
    }
    // PostgreSQL may need a moment to see that the one who held the key is gone.
    const inProgress = received.status === 409 && performance.now() < patientUntil;
    if (!inProgress) throw new Error(`A repeated request was answered ${received.status}: ${JSON.stringify(received.body)}`);
    await new Promise((turn) => setTimeout(turn, inProgressRetryMs));
  }
}

/** What was acknowledged since the last time, over HTTP, field by field. */
async function readBack(api: Api, ledger: Ledger): Promise<string[]> {
  const findings: string[] = [];
  const fresh = ledger.takeFresh();
  const expectSame = (what: string, promised: unknown, got: unknown) => {
    if (!Bun.deepEquals(promised, got)) {
      findings.push(`${what} was promised as ${JSON.stringify(promised)}, is ${JSON.stringify(got)}`);
    }
  };

  const persons = [...ledger.persons.values()].filter(({ person }) => fresh.has(person.personId));
  await inParallel(persons, async ({ person, maybe }) => {
    const { body } = await api.send("getPerson", { params: { person_id: person.personId } });
    const updated = maybe && { ...person, ...maybe, updatedAt: (body as Person).updatedAt };
    if (!updated || !Bun.deepEquals(updated, body)) expectSame("A person", person, body);
  });

  const logs = [...ledger.logs.values()].filter((log) => fresh.has(log.accountLogId));
  await inParallel(logs, async (log) => {
    const params = { account_id: log.accountId, account_log_id: log.accountLogId };
    expectSame("A log entry", log, (await api.send("getAccountLog", { params })).body);
  });

  const entries = [...ledger.entries.values()].filter((entry) => fresh.has(entry.topicEntryId));
  await inParallel([...Map.groupBy(entries, (entry) => entry.topicId)], async ([topicId, promised]) => {
    const topic = await api.call("getTopic", { params: { topic_id: topicId } });
    const there = new Map(topic.entries.map((entry) => [entry.topicEntryId, entry]));
    for (const entry of promised) expectSame("A topic entry", entry, there.get(entry.topicEntryId));
  });
  return findings;
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: readersAtOnce }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
