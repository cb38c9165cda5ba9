import { expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { tenantIdOf } from "../support/database/rows";
import { makeAudience, makePublishedPage } from "../support/features/versions";
import { pageTokenOf, post } from "../support/features/visitor";
import { useService } from "../support/service/service";

const races = 30;

onBothEngines("sending a form while its sender is erased", (engine) => {
  const service = useService(engine, { runsJobs: false });
  const api = () => service().api;

  test(`leaves nothing of them, ${races} times: it is erased, or refused with a request to come back`, async () => {
    const { db } = service();
    const tenantId = await tenantIdOf(db, api());
    const pageId = await makePublishedPage(api());
    const statuses = new Set<number>();
    for (let race = 0; race < races; race += 1) {
      const email = `Racer.${race}@race.example`;
      const { personId } = await api().call("createPerson", { body: { name: `Racer ${race}`, email } });
      const own = await makeAudience(api(), { personId }, pageId);
      const other = await makeAudience(api(), {}, pageId);
      const send = async (audienceId: string, fields: Record<string, string>, path: string) => {
        await Bun.sleep(Math.random() * 12);
        const { status } = await post(service(), path, { page: await pageTokenOf(service(), tenantId, audienceId), ...fields });
        statuses.add(status);
      };
      const question = `Asked by racer ${race}`;
      const erased = Bun.sleep(Math.random() * 6).then(() => api().call("deletePerson", { params: { person_id: personId } }));
      await Promise.all([
        erased,
        ...[1, 2, 3].map(() => send(other.audience_id, { email }, "/_foyer/forms")),
        send(own.audience_id, { question }, "/_foyer/ask"),
        send(own.audience_id, { question: `${question}: ${email}` }, "/_foyer/ask"),
        ...[1, 2].map(() => send(own.audience_id, { email }, "/_foyer/forms")),
      ]);
      const left = await db.all<{ data: string }>(sql`
        SELECT data FROM events WHERE tenant_id = ${tenantId} AND type IN ('form.submitted', 'question.asked')`);
      expect(left.filter(({ data }) => data.toLowerCase().includes(email.toLowerCase()) || data.includes(personId))).toEqual([]);
    }
    expect([...statuses].sort()).toEqual([200, 503]);
  });

  test("a minute after, whoever has the address can send forms again", async () => {
    const { db, advance } = service();
    const { audience_id: audienceId } = await makeAudience(api(), {}, await makePublishedPage(api()));
    const page = await pageTokenOf(service(), await tenantIdOf(db, api()), audienceId);
    const email = "again@race.example";
    const send = async () => (await post(service(), "/_foyer/forms", { page, email })).status;
    const { personId } = await api().call("createPerson", { body: { name: "Again", email } });
    expect(await send()).toBe(200);
    await api().call("deletePerson", { params: { person_id: personId } });
    expect(await send()).toBe(503);
    advance(60_001);
    expect(await send()).toBe(200);
  });

  test("a clock that is set back an hour makes it no longer than a minute", async () => {
    const { db, advance } = service();
    const { audience_id: audienceId } = await makeAudience(api(), {}, await makePublishedPage(api()));
    const email = "back@race.example";
    const send = async () => {
      const page = await pageTokenOf(service(), await tenantIdOf(db, api()), audienceId);
      return (await post(service(), "/_foyer/forms", { page, email })).status;
    };
    const { personId } = await api().call("createPerson", { body: { name: "Back", email } });
    await api().call("deletePerson", { params: { person_id: personId } });
    expect(await send()).toBe(503);
    advance(-3_600_000);
    expect(await send()).toBe(200);
  });
});
