import type { Client } from "../../client";

/** What pages are made of. */
export interface DemoContent {
  pageIds: string[];
  formId: string;
}

const topics = {
  Shipping: [
    ["faq", "How long does delivery take?\nHow fast do you ship?\nTwo working days in Europe, five elsewhere."],
    ["markdown", "## From our harbour to your door\n\nEvery order leaves Lisbon on the day that it is placed."],
  ],
  Prices: [
    ["faq", "What does it cost?\nHow expensive is it?\nFrom 49 euros a month; the first month is free."],
    ["faq", "Can I get my money back?\nDo you refund?\nWithin 30 days, to the card that you paid with."],
  ],
  Security: [
    ["faq", "Where is our data stored?\nIn Frankfurt and Dublin, encrypted."],
    ["markdown", "We are audited each year. Ask us for the report."],
  ],
} as const;

const pages = [
  { name: "Hello from Northwind", pageType: "outbound", about: "A first letter to companies that ship by sea" },
  { name: "After our call", pageType: "call_followup", about: "What was said in the call, and what comes next" },
  { name: "Northwind in ten minutes", pageType: "sales_deck", about: "The whole offer, for those who decide" },
] as const;

/** A brand, a form, topics, and three pages of different types that visitors can open. */
export async function makeContent(client: Client): Promise<DemoContent> {
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
  const topicIds: string[] = [];
  for (const [title, entries] of Object.entries(topics)) {
    const { topicId } = await client.createTopic({ body: { title } });
    for (const [type, content] of entries) {
      await client.createTopicEntry({ params: { topic_id: topicId }, body: { content: { type, content } } });
    }
    topicIds.push(topicId);
  }
  const pageIds: string[] = [];
  for (const { name, pageType, about } of pages) {
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
