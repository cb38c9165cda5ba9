import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tombstoneMs } from "../../server/erasure/former-identifiers";
import { tenantIdOf } from "../support/database/rows";
import { until } from "../support/service/jobs";
import { useService } from "../support/service/service";
import { runJob } from "../support/service/work";

describe("the files of the database", () => {
  const service = useService("sqlite", { runsJobs: false });

  test("hold nothing of an erased person any more a minute later, however little is written meanwhile", async () => {
    const { api, db, storage } = service();
    const { dataFolder } = storage;
    const marker = "zarniwoop";
    const holding = () =>
      readdirSync(dataFolder)
        .filter((name) => name.startsWith("foyer.db"))
        .filter((name) => readFileSync(join(dataFolder, name)).includes(marker));
    const { personId } = await api.call("createPerson", { body: { name: marker, email: `${marker}@erased.example` } });
    expect(holding()).toEqual(["foyer.db-wal"]);
    await api.call("deletePerson", { params: { person_id: personId } });
    service().advance(tombstoneMs + 1);
    await runJob(service(), "finishErasures", await tenantIdOf(db, api), null, service().clock());
    await until(async () => holding().length === 0);
    expect(holding()).toEqual([]);
    // The log goes on as before.
    await api.call("createPerson", { body: { name: "Prosser" } });
    expect((await api.call("listPersons", {})).items.map(({ name }) => name)).toEqual(["Prosser"]);
  });
});
