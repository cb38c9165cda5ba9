import { beforeAll, expect, test } from "bun:test";
import { maxEmptyTokens, type Scope } from "../../contract";
import { onTodaysEngine } from "../support/database/engines";
import { type AudienceParams, makeAudience, makePage } from "../support/features/versions";
import { Api } from "../support/service/api";
import { useService } from "../support/service/service";

onTodaysEngine("tokens without a value", (engine) => {
  const service = useService(engine);
  const api = () => service().api;
  let place: AudienceParams;
  let ids: { topicId: string; topicEntryId: string; actionId: string };

  beforeAll(async () => {
    const { topicId } = await api().call("createTopic", { body: { title: "For {{person.phoneNumber}}", isDefault: true } });
    const content = { type: "markdown", content: "{{ person.name }}, {{account.name | default: 'friend'}}" };
    const { topicEntryId } = await api().call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
    const page_id = await makePage(api());
    const actions = [{ actionType: "url", purpose: "Book", buttonTitle: "{{person.phoneNumber}}", url: "https://example.com" }];
    const page = await api().call("updatePage", {
      params: { page_id },
      body: { title: "{{person.name}} of {{account.name}}", actions, pageContext: "{{person.phoneNumber}}" },
    });
    const { personId } = await api().call("createPerson", { body: { name: "Ada", domain: "acme.test" } });
    place = await makeAudience(api(), { personId }, page_id);
    ids = { topicId, topicEntryId, actionId: page.actions[0]?.actionId as string };
  });

  async function seenWith(scopes: Scope[]) {
    const { key } = await api().call("createApiKey", { body: { name: "k", scopes } });
    const { emptyTokens } = await new Api(service().origin, key as string).call("getEffectiveAudience", { params: place });
    return emptyTokens;
  }

  test("are told with their places, in the order of the page, without what visitors do not see", async () => {
    const { emptyTokens } = await api().call("getEffectiveAudience", { params: place });
    expect(emptyTokens).toEqual([
      { token: "account.name", location: "title", hasDefault: false, subjectId: null },
      { token: "person.phoneNumber", location: "actions[0].buttonTitle", hasDefault: false, subjectId: ids.actionId },
      { token: "person.phoneNumber", location: "topics[0].title", hasDefault: false, subjectId: ids.topicId },
      { token: "account.name", location: "topics[0].entries[0].content.content", hasDefault: true, subjectId: ids.topicEntryId },
    ]);
  });

  test("are told of persons and accounts to those who may read them", async () => {
    const told = async (scopes: Scope[]) => new Set((await seenWith(scopes)).map(({ token }) => token));
    expect(await told(["audiences:read"])).toEqual(new Set());
    expect(await told(["audiences:read", "persons:read"])).toEqual(new Set(["person.phoneNumber"]));
    expect(await told(["audiences:read", "accounts:read"])).toEqual(new Set(["account.name"]));
  });

  test(`are told up to ${maxEmptyTokens} times`, async () => {
    const entries = Array.from({ length: maxEmptyTokens + 5 }, () => ({ type: "markdown", content: "{{person.phoneNumber}}" }));
    for (const content of entries) await api().call("createTopicEntry", { params: { topic_id: ids.topicId }, body: { content } });
    expect((await api().call("getEffectiveAudience", { params: place })).emptyTokens).toHaveLength(maxEmptyTokens);
  });
});
