import type { Client } from "../../client";
import { makePictures } from "./pictures";
import { answers, type Entries, storiesWith } from "./stories";

/** What pages are made of. */
export interface DemoContent {
  pageIds: string[];
  formId: string;
}

/** A brand, a form, topics, and three pages of different types that visitors can open. */
export async function makeContent(client: Client, today: Date): Promise<DemoContent> {
  await client.updateSettings({ body: { internalNetworks: ["198.51.100.0/24"] } });
  const { brandId } = await client.createBrand({ body: { name: "Northwind", colors: { primary: "#0b7285" } } });
  const { formId } = await client.createForm({
    body: {
      name: "Talk to us",
      fields: [
        { name: "name", label: "Name", type: "text", required: true },
        { name: "email", label: "E-mail", type: "email", required: true },
        { name: "message", label: "What is it about?", type: "textarea", required: false },
      ],
    },
  });
  const answerIds = await makeTopics(client, answers);
  const pageIds: string[] = [];
  for (const { name, pageType, about, topics } of storiesWith(await makePictures(client), today)) {
    const topicIds = [...(await makeTopics(client, topics)), ...answerIds];
    const { pageId } = await client.createPage({
      body: {
        name,
        pageType,
        pageContext: about,
        brandId,
        scripts: [],
        actionCardWidgets: [],
        actions: [
          {
            actionId: "book",
            purpose: "Meet",
            buttonTitle: "Book a call",
            actionType: "url",
            url: "https://northwind.example/book",
          },
          { actionId: "talk", purpose: "Ask", buttonTitle: "Talk to us", actionType: "form", url: formId },
        ],
        metadata: {
          title: "{{ person.firstName | default: 'Hello' }}, this is for {{ account.name | default: 'you' }}",
          description: about,
        },
      },
    });
    const params = { page_id: pageId };
    await client.setPageTopics({ params, body: { topicIds } });
    await client.updatePage({ params, body: { status: "published" } });
    pageIds.push(pageId);
  }
  return { pageIds, formId };
}

async function makeTopics(client: Client, topics: Record<string, Entries>): Promise<string[]> {
  const topicIds: string[] = [];
  for (const [title, entries] of Object.entries(topics)) {
    const { topicId } = await client.createTopic({ body: { title } });
    for (const [type, content] of entries) {
      await client.createTopicEntry({ params: { topic_id: topicId }, body: { content: { type, content } } });
    }
    topicIds.push(topicId);
  }
  return topicIds;
}
