import { describe, expect, test } from "bun:test";
import { makeAudience, makePublishedPage } from "../support/features/versions";
import { ownHost } from "../support/features/visitor";
import { useService } from "../support/service/service";
import { createTenant } from "../support/service/tenants";

const asked = 40;
const entries = 25;

describe("a page of megabytes that many ask for without compression", () => {
  const service = useService("sqlite");

  test("keeps no visitor of another tenant waiting until all have it", async () => {
    const { api, pagesOrigin } = service();
    const { topicId } = await api.call("createTopic", { body: { title: "Large", isDefault: true } });
    const body = { content: { type: "markdown", content: "plain words and *more* of them. ".repeat(3_000) } };
    for (let made = 0; made < entries; made += 1) await api.call("createTopicEntry", { params: { topic_id: topicId }, body });
    const pathOf = async (tenant: typeof api, name: string) => {
      const { audience_id } = await makeAudience(tenant, {}, await makePublishedPage(tenant));
      const [link] = (await tenant.call("listPageLinks", { query: { audienceId: audience_id } })).items;
      return `/${name}${link?.path}`;
    };
    const other = await createTenant(service(), "other");
    const [large, small] = [await pathOf(api, "default"), await pathOf(other.api, "other")];
    const answered: string[] = [];
    const get = async (path: string) => {
      const answer = await fetch(pagesOrigin + path, { headers: { host: ownHost, "accept-encoding": "identity" } });
      answered.push(path);
      return (await answer.arrayBuffer()).byteLength;
    };
    expect(await get(large)).toBeGreaterThan(2_000_000);
    await get(small);
    answered.length = 0;
    const all = Array.from({ length: asked }, () => get(large));
    await Bun.sleep(1);
    await Promise.all([get(small), ...all]);
    expect(answered.length).toBe(asked + 1);
    expect(answered.indexOf(small)).toBeLessThan(asked / 2);
  });
});
