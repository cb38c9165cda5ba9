import type { Page } from "../../../contract";
import { type AudienceBody, type AudienceParams, leastPage, makeAudience, type PageBody } from "../features/versions";
import { ownHost } from "../features/visitor";
import { png } from "../samples/images";
import type { Api } from "../service/api";
import type { TestService } from "../service/service";

export const pageTypes = ["inbound", "outbound", "call_followup", "sales_deck", "custom"] as const satisfies Page["pageType"][];

/** A page that visitors can open, and where. */
export interface Opened {
  place: AudienceParams;
  /** On the service's own host, with the port that tests have there. */
  url: string;
}

/** With an audience of its own. */
export async function publishPage(
  service: Pick<TestService, "api" | "pagesOrigin">,
  body: Partial<PageBody>,
  audience: AudienceBody = {},
  topicIds: string[] = [],
): Promise<Opened> {
  const { api } = service;
  const { pageId } = await api.call("createPage", { body: { ...leastPage, ...body } });
  await api.call("setPageTopics", { params: { page_id: pageId }, body: { topicIds } });
  await api.call("updatePage", { params: { page_id: pageId }, body: { status: "published" } });
  const place = await makeAudience(api, audience, pageId);
  const { publicUrl } = await api.call("getEffectiveAudience", { params: place });
  return { place, url: inBrowserAt(service, publicUrl as string) };
}

/** Names of tests lead to this machine, to the port that visitors are answered at. */
export function inBrowserAt({ pagesOrigin }: Pick<TestService, "pagesOrigin">, url: string): string {
  const at = new URL(url);
  at.protocol = "http:";
  at.port = new URL(pagesOrigin).port;
  return at.href;
}

export function ownOrigin(service: Pick<TestService, "pagesOrigin">): string {
  return new URL(inBrowserAt(service, `http://${ownHost}`)).origin;
}

export async function verifiedDomain(api: Api, domain: string): Promise<string> {
  const { domainId } = await api.call("createDomain", { body: { domain } });
  await api.call("verifyDomain", { params: { domain_id: domainId }, body: {} });
  return domainId;
}

/** What the pages of a showcase share. */
export interface Showcase {
  brandId: string;
  formId: string;
  assetId: string;
  logoId: string;
  personId: string;
  topicIds: string[];
}

/** Something of everything that a page can have, short and long. */
export async function createShowcase({ api }: TestService): Promise<Showcase> {
  const [logo, photo] = await Promise.all([
    upload(api, new File([wordmark("Northwind", "#3d5afe")], "logo.svg", { type: "image/svg+xml" })),
    upload(api, new File([slope(640, 360)], "harbour.png", { type: "image/png" })),
  ]);
  const [brand, form, person] = await Promise.all([
    api.call("createBrand", {
      body: {
        name: "Northwind Analytics",
        colors: { primary: "#3d5afe" },
        logo: { assetId: logo, altText: "Northwind Analytics" },
      },
    }),
    api.call("createForm", { body: contactForm }),
    api.call("createPerson", { body: { name: "Ada Lovelace", email: "ada@engines.example" } }),
  ]);
  const topicIds: string[] = [];
  for (const [title, entries] of topicsWith(photo)) {
    const { topicId } = await api.call("createTopic", { body: { title } });
    for (const [type, content] of entries) {
      await api.call("createTopicEntry", { params: { topic_id: topicId }, body: { content: { type, content } } });
    }
    topicIds.push(topicId);
  }
  return {
    brandId: brand.brandId,
    formId: form.formId,
    assetId: photo,
    logoId: logo,
    personId: person.personId,
    topicIds,
  };
}

export async function publishShowcase(
  service: TestService,
  { brandId, formId, logoId, personId, topicIds }: Showcase,
  pageType: Page["pageType"],
): Promise<Opened> {
  const action = (actionId: string, actionType: string, buttonTitle: string, url: string) => ({
    ...{ actionId, actionType, buttonTitle, url },
    purpose: "For the builder alone",
  });
  const opened = await publishPage(
    service,
    {
      pageType,
      brandId,
      name: `Showcase ${pageType}`,
      headerActionId: "book",
      actions: [
        action("book", "url", "Book a demo", "https://cal.example/demo?email={{ person.email }}&from=page"),
        action("contact", "form", "Talk to us", formId),
        action("mail", "email", "Write to Grace", "grace@northwind.example"),
        action("call", "phone", "Call us", "+1(415)555-0123"),
        action("brochure", "download", "Get the brochure", "/files/brochure.pdf"),
        action("other", "wave", "Wave back", "https://northwind.example/wave"),
      ],
      actionCardWidgets: [
        {
          type: "logos",
          title: "Trusted by teams like {{ account.name | default: 'yours' }}",
          logos: [
            { image: { altText: "Contoso", url: "", fileId: "", assetId: logoId } },
            ...["Fabrikam", "Tailspin Toys", "Wide World Importers"].map((altText) => ({
              image: { altText, url: "https://elsewhere.example/logo.png", fileId: "", assetId: "" },
            })),
          ],
        },
      ],
      footerLinks: [
        footerGroup("Company", { "About us": "https://northwind.example/about", Careers: "https://northwind.example/jobs" }),
        footerGroup("Legal", { Privacy: "/privacy", Donaudampfschifffahrtsgesellschaftskapitänsbedingungen: "/imprint" }),
      ],
      metadata: {
        title: "A clearer picture for {{ account.name | default: 'your team' }}",
        description: "Numbers that your whole team trusts, from the first week on. Here is what we would do together.",
      },
    },
    { personId },
    topicIds,
  );
  return opened;
}

function footerGroup(title: string, links: Record<string, string>) {
  return { id: title, title, links: Object.entries(links).map(([text, url]) => ({ id: text, text, url })) };
}

async function upload(api: Api, file: File): Promise<string> {
  return (await api.call("createAsset", { body: { name: file.name }, file })).assetId;
}

const contactForm = {
  name: "Talk to us",
  instructions: "Tell us where to reach you, {{ person.firstName | default: 'friend' }}. We answer within a day.",
  fields: [
    { name: "name", label: "Your name", type: "text", required: true },
    { name: "email", label: "E-mail", type: "email", required: true },
    { name: "phone", label: "Phone", type: "tel" },
    { name: "linkedin", label: "LinkedIn profile", type: "linkedin" },
    { name: "size", label: "Size of your team", type: "select", options: ["1 to 10", "11 to 50", "More"] },
    { name: "message", label: "What would help you most?", type: "textarea" },
    { name: "updates", label: "Send me news now and then", type: "checkbox" },
  ],
};

const longWord = `https://northwind.example/${"a-very-long-path-without-end".repeat(4)}`;

const topicsWith = (photo: string): [title: string, entries: [type: string, content: string][]][] => [
  [
    "What we heard from {{ account.name | default: 'you' }}",
    [
      [
        "markdown",
        "Your team spends **two days a month** putting numbers together.\n\n- Three spreadsheets that disagree\n- One person who knows which is right\n\n> We don't need more dashboards. We need one that everybody believes.\n\n### Later\n\n1. Connect\n2. Compare",
      ],
    ],
  ],
  [
    "How it works",
    [
      ["text", `We connect to the systems you have, on the first day.\n\nNothing is copied by hand: ${longWord}`],
      ["image", `${photo}\nThe harbour, where it all begins`],
      ["link", "https://northwind.example/how-it-works\nRead how a figure travels"],
      ["poem", "A type that nobody knows\nis shown as the text it is"],
    ],
  ],
  [
    "What it costs",
    [
      [
        "markdown",
        `| Plan | Teams | Sources | Refresh | History | Support | A month |\n| --- | ---: | ---: | --- | --- | :-: | ---: |\n| Start | 1 | 5 | every night | three months | by mail | €90 |\n| Whole company | any | any | every minute | everything | at any hour | €1,200 |\n\n\`\`\`sh\ncurl --header "x-api-key: …" https://api.northwind.example/v1/figures/revenue/by/month/and/region?since=2024-01-01\n\`\`\`\n\nPrices hold for \`24 months\`, {{ person.firstName | default: 'and that is a promise' }}. ![The harbour](${photo})`,
      ],
    ],
  ],
  [
    "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
    [
      ["faq", "Do we have to move our data?\nNo. It stays **where it is**, see [how](https://northwind.example/data)."],
      ["faq", "How long does it take?\nA day to connect, a week until everybody looks at it."],
    ],
  ],
];

function wordmark(text: string, color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="80"><rect width="72" height="72" x="4" y="4" rx="16" fill="${color}"/><text x="92" y="54" font-size="40" fill="${color}">${text}</text></svg>`;
}

/** Greys that run from corner to corner. */
function slope(width: number, height: number): Buffer<ArrayBuffer> {
  const pixels = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels[y * (width + 1) + 1 + x] = 40 + Math.floor(((x + y) * 200) / (width + height));
  }
  return png({ width, height, pixels });
}
