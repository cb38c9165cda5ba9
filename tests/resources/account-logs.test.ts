import { beforeAll, expect, test } from "bun:test";
import type { Account, AccountLog } from "../../contract";
import { onBothEngines } from "../support/database/engines";
import { useService } from "../support/service/service";

interface NewLog {
  source: string;
  type: string;
  payload: Record<string, unknown>;
  idempotencyKey?: string;
}

onBothEngines("account logs", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let account: Account;
  let other: Account;
  beforeAll(async () => {
    account = await api().call("createAccount", { body: { domain: "logs.example" } });
    other = await api().call("createAccount", { body: { domain: "other.example" } });
  });

  const entry = (changes: Partial<NewLog> = {}): NewLog => ({
    source: "crm",
    type: "deal-won",
    payload: { value: 1 },
    ...changes,
  });
  const send = (body: NewLog, to = account) => api().send("createAccountLog", { params: { account_id: to.accountId }, body });
  const add = (body: NewLog, to = account) => api().call("createAccountLog", { params: { account_id: to.accountId }, body });
  const paramsOf = ({ accountId, accountLogId }: AccountLog) => ({ account_id: accountId, account_log_id: accountLogId });
  const read = (log: AccountLog) => api().call("getAccountLog", { params: paramsOf(log) });
  const list = async (query: { source?: string; type?: string; limit?: number } = {}, of = account) =>
    api().call("listAccountLogs", { params: { account_id: of.accountId }, query });
  const activityOf = async ({ accountId }: Account) =>
    (await api().call("getAccount", { params: { account_id: accountId } })).latestActivityAt;

  test("an entry can be read back as it was sent", async () => {
    const payload = {
      text: "é\u0301 😀",
      number: -0.5,
      nothing: null,
      list: [1, [true]],
      "": { "a.b": "c" },
      constructor: "mine",
    };
    const log = await add(entry({ payload }));
    expect(log).toMatchObject({ accountId: account.accountId, source: "crm", type: "deal-won", payload, idempotencyKey: null });
    expect(log).toMatchObject({ updatedAt: null, deletedAt: null });
    expect(log.accountLogId).toMatch(/^log_[a-z0-9]{26}$/);
    expect(await read(log)).toEqual(log);
    const { items } = await api().call("listEvents", { query: { type: "account_log.created", limit: 1 } });
    expect(items[0]?.data).toEqual(log);
  });

  test("source and type are lowercase words joined by single hyphens, up to 100 characters", async () => {
    for (const good of ["a", "0", "a-b-3", "x".repeat(100)])
      expect((await add(entry({ source: good, type: good }))).type).toBe(good);
    for (const bad of ["", "A", "a_b", "-a", "a-", "a--b", "ä", "a b", "x".repeat(101)]) {
      const refused = await api().refusal("createAccountLog", {
        params: { account_id: account.accountId },
        body: entry({ source: bad, type: bad }),
      });
      expect([...new Set(refused.errors?.map(({ location }) => location))]).toEqual(["body.source", "body.type"]);
    }
  });

  test("the account's latest activity is its last entry", async () => {
    const { accountId } = other;
    expect(await activityOf(other)).toBeNull();
    expect(await activityOf(other)).toBe(null);
    const first = await add(entry(), other);
    expect(await activityOf(other)).toBe(first.createdAt);
    service().advance(5_000);
    const second = await add(entry(), other);
    expect(await activityOf(other)).toBe(second.createdAt);
    const renamed = await api().call("updateAccount", { params: { account_id: accountId }, body: { name: "Renamed" } });
    expect(renamed.latestActivityAt).toBe(second.createdAt);
  });

  test("the same key and content make one entry, even if the payload's fields come in another order", async () => {
    const first = await send(entry({ idempotencyKey: "once", payload: { a: 1, b: { c: 2, d: 3 } } }));
    const again = await send(entry({ idempotencyKey: "once", payload: { b: { d: 3, c: 2 }, a: 1 } }));
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    const log = first.body as AccountLog;
    const { items } = await api().call("listEvents", { query: { type: "account_log.created", limit: 100 } });
    expect(items.filter(({ data }) => data.accountLogId === log.accountLogId)).toHaveLength(1);
  });

  test("the same key with other content is a conflict that names the entry", async () => {
    const { accountLogId } = await add(entry({ idempotencyKey: "mine" }));
    const others = [{ payload: { value: 2 } }, { payload: {} }, { source: "mail" }, { type: "deal-lost" }];
    for (const change of others) {
      const refused = await api().refusal("createAccountLog", {
        params: { account_id: account.accountId },
        body: entry({ idempotencyKey: "mine", ...change }),
      });
      expect(refused).toMatchObject({ status: 409, code: "log_key_conflict", existingId: accountLogId });
    }
  });

  test("another account may use the same key", async () => {
    const here = await add(entry({ idempotencyKey: "both" }));
    const there = await add(entry({ idempotencyKey: "both" }), other);
    expect(there.accountLogId).not.toBe(here.accountLogId);
  });

  test("50 entries with one key at once are one entry", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(entry({ idempotencyKey: "at once" }))));
    expect(new Set(answers.map(({ body }) => (body as AccountLog).accountLogId)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
  });

  test("a key has 1 to 255 characters", async () => {
    expect((await add(entry({ idempotencyKey: "😀".repeat(255) }))).idempotencyKey).toBe("😀".repeat(255));
    for (const idempotencyKey of ["", "x".repeat(256)]) {
      const { status } = await send(entry({ idempotencyKey }));
      expect(status).toBe(422);
    }
  });

  test("a deleted entry leaves the list and can still be read, with deletedAt", async () => {
    const log = await add(entry({ source: "gone" }));
    service().advance(1_000);
    const deleted = await api().call("deleteAccountLog", { params: paramsOf(log) });
    expect(deleted).toEqual({ ...log, deletedAt: deleted.deletedAt });
    expect(Number(deleted.deletedAt) - Number(log.createdAt)).toBeGreaterThanOrEqual(1_000);
    expect(await read(log)).toEqual(deleted);
    expect(await list({ source: "gone" })).toMatchObject({ items: [], totalCount: 0 });
    service().advance(1_000);
    expect(await api().call("deleteAccountLog", { params: paramsOf(log) })).toEqual(deleted);
    const { items } = await api().call("listEvents", { query: { type: "account_log.deleted" } });
    expect(items.filter(({ data }) => data.accountLogId === log.accountLogId)).toHaveLength(1);
  });

  test("an entry is found under its own account alone", async () => {
    const log = await add(entry());
    const params = { account_id: other.accountId, account_log_id: log.accountLogId };
    expect((await api().refusal("getAccountLog", { params })).code).toBe("not_found");
    expect((await api().refusal("deleteAccountLog", { params })).code).toBe("not_found");
    const nowhere = { account_id: "account_00000000000000000000000000" };
    expect((await api().refusal("listAccountLogs", { params: nowhere })).code).toBe("not_found");
    expect((await api().refusal("createAccountLog", { params: nowhere, body: entry() })).code).toBe("not_found");
    expect((await read(log)).deletedAt).toBeNull();
  });

  test("the list is newest first and can be filtered by source and type", async () => {
    const logs: AccountLog[] = [];
    for (const [source, type] of [
      ["f-one", "x"],
      ["f-one", "y"],
      ["f-two", "y"],
    ] as const)
      logs.unshift(await add(entry({ source, type })));
    expect((await list({ limit: 3 })).items).toEqual(logs);
    expect(await list({ source: "f-one" })).toMatchObject({ items: [logs[1], logs[2]], totalCount: 2 });
    expect(await list({ type: "y" })).toMatchObject({ items: [logs[0], logs[1]], totalCount: 2 });
    expect(await list({ source: "f-one", type: "y" })).toMatchObject({ items: [logs[1]], totalCount: 1 });
  });
});
