import { type Client, createClient, type SentTo } from "../client";
import type { Running } from "./processes";

const audiencesPerRequest = 100;
const requestsAtOnce = 4;
const fewTopics = { topics: 2, entriesPerTopic: 3, entryLength: 200 };
/** Rare enough not to affect what is measured. */
const pollMs = 100;

const sentence = "Everything runs on your own machines, and what your visitors tell you stays there. ";
const logo = { image: { altText: "Acme", url: "https://cdn.example/logos/acme.svg" } };
const link = (id: string) => ({ id, text: `About ${id}`, url: `https://example.com/${id}` });

/** A typical one: three actions, two widgets, a footer, a script, metadata. */
const typicalPage: SentTo<"createPage">["body"] = {
  name: "Spring launch",
  pageContext: sentence.repeat(4),
  brandId: "default",
  actions: ["demo", "talk", "price"].map((actionId) => ({
    actionId,
    purpose: "Brings the visitor to a person",
    buttonTitle: `{{ person.firstName | default: "You" }}, ask for a ${actionId}`,
    actionType: actionId === "talk" ? "form" : "url",
    url: `https://example.com/${actionId}`,
  })),
  actionCardWidgets: ["Trusted by", "Seen in"].map((title) => ({ type: "logos", title, logos: [logo, logo, logo] })),
  footerLinks: [{ id: "company", title: "Company", links: ["us", "terms", "privacy"].map(link) }],
  scripts: [
    { content: "console.log('hello');".repeat(5), enabled: true, name: "Consent", description: "Asks before it measures" },
  ],
  headerActionId: "demo",
  metadata: {
    title: '{{ account.name | default: "Acme" }}, meet Foyer',
    description: sentence,
    ogTitle: "Acme, meet Foyer",
    robots: ["noindex"],
  },
};

export function clientOf({ origin, apiKey }: Running): Client {
  return createClient({ url: origin, apiKey, timeoutMs: 60_000 });
}

export async function addPage(client: Client): Promise<string> {
  const { pageId } = await client.createPage({ body: typicalPage });
  await client.updatePage({ params: { page_id: pageId }, body: { status: "published" } });
  return pageId;
}

export async function addPageWithTopics(client: Client): Promise<string> {
  const pageId = await addPage(client);
  await attachTopics(client, pageId);
  return pageId;
}

/** Where visitors find each audience. */
export async function pathsOf(client: Client, audienceIds: readonly string[]): Promise<string[]> {
  const wanted = new Set(audienceIds);
  const paths: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await client.listPageLinks({ query: { limit: 100, ...(cursor !== undefined && { cursor }) } });
    for (const { path, target } of page.items) if (wanted.delete(target.audienceId)) paths.push(`/default${path}`);
    if (page.nextCursor === null || wanted.size === 0) return paths;
    cursor = page.nextCursor;
  }
}

/** What feeds a page. */
export async function attachTopics(
  client: Client,
  pageId: string,
  { topics, entriesPerTopic, entryLength } = fewTopics,
): Promise<void> {
  const topicIds: string[] = [];
  for (let topic = 0; topic < topics; topic += 1) {
    const { topicId } = await client.createTopic({ body: { title: `What we do, part ${topic}` } });
    topicIds.push(topicId);
    for (let entry = 0; entry < entriesPerTopic; entry += 1) {
      const content = { type: "text", content: sentence.repeat(entryLength).slice(0, entryLength) };
      await client.createTopicEntry({ params: { topic_id: topicId }, body: { content } });
    }
  }
  await client.setPageTopics({ params: { page_id: pageId }, body: { topicIds } });
}

/** One for each person, in no particular order. */
export async function addAudiences(client: Client, pageId: string, personIds: readonly string[]): Promise<string[]> {
  const waiting = Array.from({ length: Math.ceil(personIds.length / audiencesPerRequest) }, (_, index) =>
    personIds.slice(index * audiencesPerRequest, (index + 1) * audiencesPerRequest),
  );
  const audienceIds: string[] = [];
  const addSome = async () => {
    for (let some = waiting.pop(); some; some = waiting.pop()) {
      const audiences = some.map((personId) => ({ personId }));
      const { results } = await client.createAudienceBatch({ params: { page_id: pageId }, body: { audiences } });
      audienceIds.push(...results.map(({ audience }) => audience?.audienceId as string));
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, addSome));
  return audienceIds;
}

/** Every audience of the page gets a version; resolved once none of them waits or is being built. */
export async function renewVersions(client: Client, pageId: string): Promise<number> {
  const { batchId, total } = await client.createVersionBatch({ params: { page_id: pageId } });
  while (!(await client.getVersionBatch({ params: { page_id: pageId, batch_id: batchId } })).done) await Bun.sleep(pollMs);
  return total;
}
