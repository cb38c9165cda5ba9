import { beforeAll, expect, test } from "bun:test";
import { sql } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import { makePage } from "../support/features/versions";
import { JobsByHand } from "../support/service/jobs-by-hand";
import { useService } from "../support/service/service";

/** More than one transaction looks at, twice. */
const pages = 70;

onBothEngines("when a form is deleted that many pages open", (engine) => {
  const service = useService(engine, { runsJobs: false, isClockStopped: true });
  const api = () => service().api;
  const opened: string[] = [];
  let formId: string;

  beforeAll(async () => {
    formId = (await api().call("createForm", { body: { name: "Demo", fields: [] } })).formId;
    const action = { purpose: "", buttonTitle: "Write", actionType: "form" as const, url: formId };
    for (let number = 0; number < pages; number += 1) {
      const opensIt = number % 2 === 1;
      const pageId = await makePage(api(), { actions: opensIt ? [action] : [] });
      if (opensIt) opened.push(pageId);
    }
  });

  const changedSince = async (moment: number) => {
    const rows = await service().db.all<{ page_id: string }>(sql`
      SELECT page_id FROM pages WHERE content_changed_at >= ${moment} ORDER BY page_id`);
    return rows.map(({ page_id }) => page_id);
  };

  test("only some are looked at by the request, and a job changes the rest, as of the same moment", async () => {
    service().advance(1_000);
    const deletedAt = service().clock();
    await api().call("deleteForm", { params: { form_id: formId } });
    expect(await changedSince(deletedAt)).toEqual(opened.slice(0, 16));
    service().advance(1_000);
    const later = service().clock();
    await api().call("updatePage", { params: { page_id: opened.at(-1) as string }, body: { title: "New" } });
    await new JobsByHand(service()).finishAll();
    expect(await changedSince(deletedAt)).toEqual(opened);
    expect(await changedSince(later)).toEqual(opened.slice(-1));
  });

  test("and nothing is looked at when there is no such form", async () => {
    expect((await api().refusal("deleteForm", { params: { form_id: formId } })).code).toBe("not_found");
    const jobs = await service().db.all(sql`SELECT kind FROM jobs WHERE kind = 'changePagesWithForm'`);
    expect(jobs).toEqual([]);
  });
});
