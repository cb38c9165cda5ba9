import { describe, expect, test } from "bun:test";
import { forgetting, searchedTables, undeclaredTables } from "../../server/erasure/tables";
import { onBothEngines } from "../support/database/engines";
import { tableNames } from "../support/database/state";
import { useService } from "../support/service/service";

/** Made by the engine, or a number alone. */
const notOurs = ["migrations", "sqlite_stat1", "sqlite_stat4"];

onBothEngines("every table", (engine) => {
  const service = useService(engine, { runsJobs: false });

  test("declares how it forgets a person, or why it has nothing to forget", async () => {
    const tables = (await tableNames(service().db)).filter((table) => !notOurs.includes(table));
    expect(tables.filter((table) => !(table in forgetting))).toEqual([]);
    expect(Object.keys(forgetting).filter((table) => !tables.includes(table))).toEqual([]);
    for (const declared of Object.values(forgetting)) expect(Object.values(declared).join().length).toBeGreaterThan(5);
  });

  test("that may hold a person's data is searched, and the answer to an erasure says so", async () => {
    const { api } = service();
    const { personId } = await api.call("createPerson", { body: { name: "Counted", email: "counted@tables.example" } });
    const { erased } = await api.call("deletePerson", { params: { person_id: personId } });
    expect(erased.map(({ table }) => table)).toEqual(searchedTables);
    expect(erased.filter(({ found }) => found > 0).map(({ table, found, removed }) => [table, found, removed])).toEqual([
      ["persons", 1, 1],
      ["former_identifiers", 2, 2],
      ["events", 1, 1],
    ]);
  });
});

describe("the stages of an erasure", () => {
  test("search every table that declares to forget, and no other", () => {
    expect(undeclaredTables()).toEqual([]);
    expect(undeclaredTables([])).toContain("events");
  });
});
