import type { TestService } from "../service/service";
import { post, visit, visitorTokenIn } from "./visitor";

/** Of a page that knows little. */
export const shopEntries = [
  { type: "faq", content: "Where is my order?\nYou can follow it in your account." },
  { type: "faq", content: "How can I return something?\nWithin 30 days, free of charge." },
];

const page = { name: "Page", pageContext: "About", brandId: "none", actions: [], actionCardWidgets: [], scripts: [] };

/** A published page with a topic of its own, and the path of an audience. */
export async function publish(
  { api }: TestService,
  entries: readonly { type: string; content: string }[],
  person?: string,
  more: { page?: object; audience?: object } = {},
) {
  const { topicId } = await api.call("createTopic", { body: { title: "Orders" } });
  for (const content of entries) await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content } });
  const { pageId } = await api.call("createPage", { body: { ...page, ...more.page } });
  await api.call("setPageTopics", { params: { page_id: pageId }, body: { topicIds: [topicId] } });
  await api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
  const personId = person && (await api.call("createPerson", { body: { name: person } })).personId;
  const body = { ...(personId && { personId }), ...more.audience };
  const { audienceId } = await api.call("createAudience", { params: { page_id: pageId }, body });
  const { publicUrl } = await api.call("getEffectiveAudience", { params: { page_id: pageId, audience_id: audienceId } });
  return { pageId, topicId, audienceId, personId, path: new URL(publicUrl as string).pathname };
}

/** Asks as a visitor without JavaScript does. */
export async function ask(service: TestService, path: string, question: string, fields: Record<string, string> = {}) {
  const token = visitorTokenIn((await visit(service, path)).html);
  return post(service, "/_foyer/ask?language=en", { page: token, question, ...fields });
}
