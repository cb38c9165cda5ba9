import { beforeAll, describe, expect, test } from "bun:test";
import type { OperationId } from "../../contract";
import { publish, shopEntries } from "../support/features/questions";
import { makePage } from "../support/features/versions";
import { post, visit, visitorTokenIn } from "../support/features/visitor";
import { useService } from "../support/service/service";

/**
 * Two changes that lock the same records in different orders are tried again after a second, and refused after ten of these. On
 * SQLite changes run one after the other.
 */
describe("changes that concern the same records at once [postgres]", () => {
  const service = useService("postgres");
  const api = () => service().api;
  let pages: string[];

  beforeAll(async () => {
    pages = [];
    for (const name of ["One", "Two"]) pages.push(await makePage(api(), { name }));
  });

  const retries = () => service().db.gauges().postgres_transaction_retries_total as number;

  /** Whatever was tried again, in so many rounds of all these changes at once. */
  async function retriesOf(rounds: number, changes: (round: number) => readonly (() => Promise<unknown>)[]): Promise<number> {
    const before = retries();
    for (let round = 0; round < rounds; round += 1) await Promise.all(changes(round).map((change) => change()));
    return retries() - before;
  }

  const call = (id: OperationId, sent: object) => () => api().call(id, sent as never);
  const persons = async (count: number, domain: string) => {
    const list = Array.from({ length: count }, (_, each) => ({ name: `Person ${each}`, email: `p${each}@${domain}` }));
    const { results } = await api().call("upsertPersonBatch", { body: { persons: list } });
    return results.map(({ person }) => person?.personId as string);
  };
  const audiencesFor = async (personIds: readonly string[], pageId = pages[0] as string) => {
    const body = { audiences: personIds.map((personId) => ({ personId })) };
    await api().call("createAudienceBatch", { params: { page_id: pageId }, body });
  };
  const renamedBatch = (round: number, count: number, domain: string, backwards = false) => {
    const list = Array.from({ length: count }, (_, each) => ({ name: `Renamed ${round} ${each}`, email: `p${each}@${domain}` }));
    return call("upsertPersonBatch", { body: { persons: backwards ? list.toReversed() : list } });
  };

  test("a batch that renames persons and those that make audiences for them, in whatever order", async () => {
    const domain = "audiences.example";
    const ids = await persons(30, domain);
    const params = { page_id: pages[0] as string };
    const audiences = ids.map((personId) => ({ personId }));
    // One of them begins while the batch is halfway.
    const again = await retriesOf(12, (round) => [
      renamedBatch(round, ids.length, domain, true),
      async () => {
        await Bun.sleep(round * 8);
        await api().call("createAudienceBatch", { params, body: { audiences } });
      },
    ]);
    expect(again).toBe(0);
  });

  test("a batch that renames persons and the builds of their audiences", async () => {
    const domain = "builds.example";
    const ids = await persons(20, domain);
    const pageId = pages[0] as string;
    // The last person's audiences are the oldest.
    for (const personId of ids.toReversed()) await audiencesFor([personId], pageId);
    const again = await retriesOf(5, (round) => [
      renamedBatch(round, ids.length, domain),
      call("createVersionBatch", { params: { page_id: pageId }, body: {} }),
    ]);
    expect(again).toBe(0);
  });

  test("an account that is renamed and a batch that renames its persons", async () => {
    const domain = "accounts.example";
    const ids = await persons(30, domain);
    await audiencesFor(ids);
    const { items } = await api().call("listAccounts", { query: { domain } });
    const params = { account_id: items[0]?.accountId as string };
    const again = await retriesOf(6, (round) => [
      renamedBatch(round, ids.length, domain, true),
      call("updateAccount", { params, body: { name: `Account ${round}` } }),
    ]);
    expect(again).toBe(0);
  });

  test("an audience that is given a person by its identifier, and the person renamed", async () => {
    const [personId] = (await persons(1, "given.example")) as [string];
    const page_id = pages[0] as string;
    const params = { page_id, external_id: "given" };
    const again = await retriesOf(40, (round) => [
      call("upsertAudienceByExternalId", { params, body: { personId, customName: `Name ${round}` } }),
      call("updatePerson", { params: { person_id: personId }, body: { name: `Name ${round}` } }),
      call("upsertAudienceByExternalId", { params, body: { personId, customName: `Another ${round}` } }),
    ]);
    expect(again).toBe(0);
  });

  test("batches of audiences with the same identifiers in different orders", async () => {
    const [personId] = await persons(1, "identifiers.example");
    const again = await retriesOf(6, (round) => {
      const list = Array.from({ length: 40 }, (_, each) => ({ personId, externalId: `${round} ${each}` }));
      const create = (audiences: object[]) => call("createAudienceBatch", { params: { page_id: pages[0] }, body: { audiences } });
      return [create(list), create(list.toReversed())];
    });
    expect(again).toBe(0);
  });

  test("deliveries that are sent again while others of their subscription are being sent", async () => {
    const { subscriptionId } = await api().call("createWebhookSubscription", {
      body: { url: "https://nobody.example/hook", events: ["account.created"] },
    });
    const params = { subscription_id: subscriptionId };
    const deliveries = await Promise.all(
      Array.from({ length: 8 }, () => api().call("testWebhookSubscription", { params, body: {} })),
    );
    const again = await retriesOf(40, () =>
      deliveries.map(({ deliveryId }) =>
        call("redeliverWebhookDelivery", { params: { ...params, delivery_id: deliveryId }, body: {} }),
      ),
    );
    expect(again).toBe(0);
  });

  test("topics that are given to a page and taken away from it while they are deleted", async () => {
    const [page_id] = pages as [string];
    const topics = async () =>
      (await Promise.all(Array.from({ length: 3 }, () => api().call("createTopic", { body: { title: "On a page" } })))).map(
        ({ topicId }) => topicId,
      );
    const kept = await topics();
    let again = 0;
    for (let round = 0; round < 30; round += 1) {
      const deleted = await topics();
      await api().call("setPageTopics", { params: { page_id }, body: { topicIds: deleted } });
      again += await retriesOf(1, () => [
        // Refused when one of the topics is gone already.
        () => api().send("setPageTopics", { params: { page_id }, body: { topicIds: [...kept, ...deleted] } }),
        ...deleted.map((topic_id) => call("deleteTopic", { params: { topic_id } })),
      ]);
    }
    expect(again).toBe(0);
  });

  test("forms in which somebody gives the name of a person who is being erased", async () => {
    let again = 0;
    for (let round = 0; round < 6; round += 1) {
      const name = `Ada ${round}`;
      const { path, personId } = await publish(service(), shopEntries, name);
      const page = visitorTokenIn((await visit(service(), path)).html);
      const send = async (sender: number) => {
        const fields = { page, name, email: `${sender}@form-${round}.example` };
        await post(service(), "/_foyer/forms?language=en", fields);
      };
      again += await retriesOf(1, () => [
        ...Array.from({ length: 6 }, (_, sender) => () => send(sender)),
        call("deletePerson", { params: { person_id: personId as string } }),
      ]);
    }
    expect(again).toBe(0);
  });
});
