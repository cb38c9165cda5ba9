import { beforeAll, expect, test } from "bun:test";
import { onBothEngines } from "../support/database/engines";
import { makeAudience, makePage } from "../support/features/versions";
import { useService } from "../support/service/service";

onBothEngines("batches that create or update", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let pageId: string;

  beforeAll(async () => {
    pageId = await makePage(api(), { name: "Imported" });
  });

  const persons = (list: object[], dryRun = false) =>
    api().call("upsertPersonBatch", { body: { persons: list as never, dryRun } });
  const audiences = (list: object[], dryRun = false) =>
    api().call("upsertAudienceBatch", { params: { page_id: pageId }, body: { audiences: list as never, dryRun } });
  const outcomes = ({ results }: { results: { outcome: string | null; problem: { code: string } | null }[] }) =>
    results.map(({ outcome, problem }) => outcome ?? problem?.code);

  /** Of transactions, after a deadlock; NaN on SQLite. */
  const retries = async () =>
    Number(
      /^foyer_postgres_transaction_retries_total (\d+)/m.exec(await (await fetch(`${service().origin}/metrics`)).text())?.[1],
    );

  test("a person whose address is known is updated, all others are created, and a wrong one is refused alone", async () => {
    const known = await api().call("createPerson", { body: { name: "Ada", email: "ada@engines.example" } });
    const { results } = await persons([
      { name: "Ada Lovelace", email: "ADA@engines.example" },
      { name: "Grace", email: "grace@navy.example" },
      { name: "", email: "nobody" },
      { name: "Grace Hopper", email: "grace@navy.example" },
      { name: "Without an address" },
    ]);
    expect(outcomes({ results })).toEqual(["updated", "created", "validation_failed", "updated", "created"]);
    expect(results[0]?.person).toMatchObject({ personId: known.personId, name: "Ada Lovelace", email: "ada@engines.example" });
    expect(results[3]?.person?.personId).toBe(results[1]?.person?.personId as string);
    const locations = results[2]?.problem?.errors?.map(({ location }) => location);
    expect(locations).toEqual(["body.persons[2].name", "body.persons[2].email"]);
  });

  test("many batches at once that make the same names and domains known are all answered, without a second try", async () => {
    const before = await retries();
    const [batches, size] = [6, 40];
    const all = await Promise.all(
      Array.from({ length: batches }, (_, batch) => {
        const people = Array.from({ length: size }, (_, each) => {
          // Each batch begins elsewhere, and every other one goes backwards.
          const number = (batch % 2 === 0 ? each + batch * 7 : size * batches - each - batch * 7) % size;
          return { name: `Namesake ${number}`, email: `${batch}@at-once-${number}.example` };
        });
        return persons(people);
      }),
    );
    expect(all.flatMap(outcomes)).toEqual(Array.from({ length: batches * size }, () => "created"));
    expect(await retries()).toEqual(before);
    const { items } = await api().call("listAccounts", { query: { domain: "at-once-3.example" } });
    expect(items).toHaveLength(1);
  });

  test("many batches of audiences at once for the same persons are all answered without a second try, whatever their order", async () => {
    const { results } = await persons(Array.from({ length: 40 }, (_, each) => ({ name: `Person ${each}` })));
    const ids = results.map(({ person }) => person?.personId as string);
    const params = { page_id: await makePage(api(), { name: "At once" }) };
    const create = (list: readonly string[]) =>
      api().call("createAudienceBatch", { params, body: { audiences: list.map((personId) => ({ personId })) } });
    const before = await retries();
    await Promise.all([ids, ids.toReversed(), [...ids.slice(20), ...ids.slice(0, 20)], ids.toReversed()].map(create));
    expect((await api().call("listAudiences", { params })).totalCount).toBe(4 * ids.length);
    expect(await retries()).toEqual(before);
  });

  test("a dry run of persons tells what would happen and changes nothing", async () => {
    const known = await api().call("createPerson", { body: { name: "Linus", email: "linus@kernel.example" } });
    const before = (await api().call("listPersons", {})).totalCount;
    const { results } = await persons(
      [
        { name: "L. T.", email: "linus@kernel.example" },
        { name: "New", email: "new@kernel.example" },
      ],
      true,
    );
    expect(results).toEqual([
      { outcome: "updated", person: known, problem: null },
      { outcome: "created", person: null, problem: null },
    ]);
    expect((await api().call("listPersons", {})).totalCount).toBe(before);
  });

  test("audiences are created and updated by the caller's own identifiers, each once", async () => {
    const { personId } = await api().call("createPerson", { body: { name: "Radia" } });
    const first = await audiences([
      { externalId: "a", personId },
      { externalId: "b", customName: "Second" },
    ]);
    expect(outcomes(first)).toEqual(["created", "created"]);
    const again = await audiences([
      { externalId: "b", customName: "Renamed" },
      { externalId: "c", personId: "person_none" },
      { externalId: "a" },
      { externalId: "a", customName: "Twice" },
      { customName: "Without an identifier" },
    ]);
    expect(outcomes(again)).toEqual(["updated", "validation_failed", "updated", "validation_failed", "validation_failed"]);
    expect(again.results[0]?.audience).toMatchObject({
      audienceId: first.results[1]?.audience?.audienceId,
      effectiveName: "Renamed",
    });
    expect(again.results[2]?.audience).toMatchObject({ personId, customName: null });
    expect(again.results[1]?.problem?.errors?.[0]?.location).toBe("body.audiences[1].personId");
    expect((await api().call("getPage", { params: { page_id: pageId } })).audiencesCount).toBe(2);
  });

  test("a dry run of audiences finds unknown persons and changes nothing", async () => {
    const { audience_id } = await makeAudience(api(), { externalId: "dry" }, pageId);
    const before = await api().call("listAudiences", { params: { page_id: pageId } });
    const dry = await audiences(
      [{ externalId: "dry", customName: "X" }, { externalId: "dry-2" }, { externalId: "dry-3", personId: "none" }],
      true,
    );
    expect(outcomes(dry)).toEqual(["updated", "created", "validation_failed"]);
    expect(dry.results.map(({ audience }) => audience?.audienceId ?? null)).toEqual([audience_id, null, null]);
    expect(await api().call("listAudiences", { params: { page_id: pageId } })).toEqual(before);
  });
});
