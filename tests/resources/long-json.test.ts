import { expect, test } from "bun:test";
import { hasLongList, longJson, textStream } from "../../server/api/long-json";
import { onTodaysEngine } from "../support/database/engines";
import { useService } from "../support/service/service";

const persons = 2_500;

test("a record with a long list is the same JSON in pieces, between which the event loop goes on", async () => {
  const items = Array.from({ length: 300_000 }, (_, index) => ({
    personId: `person_${index}`,
    name: `"Ann" ${"é".repeat(index % 40)}`,
  }));
  const record = { id: "account", none: null, missing: undefined, few: [1, 2], items, last: { of: "it" } };
  let looks = 0;
  const look = () => {
    looks += 1;
    looking = setImmediate(look);
  };
  let looking = setImmediate(look);
  const pieces = await longJson("tenant_long", record);
  expect(pieces.join("")).toBe(JSON.stringify(record));
  expect(looks).toBeGreaterThan(0);
  looks = 0;
  const sent = await new Response(textStream("tenant_long", pieces)).text();
  clearImmediate(looking);
  expect(sent).toBe(JSON.stringify(record));
  expect(looks).toBeGreaterThan(0);
  expect([hasLongList(record), hasLongList({ few: [1, 2] }), hasLongList(null)]).toEqual([true, false, false]);
});

onTodaysEngine("an account with very many persons", (engine) => {
  const service = useService(engine);

  test("is answered with all of them, when it is read and when it is changed", async () => {
    const { api } = service();
    for (let from = 0; from < persons; from += 100) {
      const batch = Array.from({ length: 100 }, (_, index) => ({ name: "Ann", email: `ann${from + index}@crowd.example` }));
      await api.call("upsertPersonBatch", { body: { persons: batch } });
    }
    const { items } = await api.call("listAccounts", { query: { query: "crowd.example" } });
    const params = { account_id: items[0]?.accountId as string };
    const account = await api.call("getAccount", { params });
    expect(new Set(account.linkedPersons.map(({ email }) => email)).size).toBe(persons);
    const changed = await api.call("updateAccount", {
      params,
      body: { name: "The crowd" },
      headers: { "idempotency-key": "once" },
    });
    expect(changed).toEqual({ ...account, name: "The crowd", updatedAt: changed.updatedAt });
  });
});
