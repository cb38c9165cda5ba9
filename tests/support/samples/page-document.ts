import type { PageDocument } from "../../../server/rendering";
import { type RenderedPage, renderPage } from "../../../server/rendering";
import { pageScriptTag } from "../../../server/rendering/head/page-script";
import { visitMarks } from "../../../server/rendering/head/visit-marks";
import { toStoredPlaceholders } from "../../../server/rendering/templates/placeholders";
import { createSigner } from "../../../server/secrets/signer";
import { renderedChunks } from "../../../server/visitors/pages/built-page";

const moment = "+1763164800000";

export const signer = createSigner("a secret of the tests");
export const assetScope = { tenantId: "tenant_00000000000000000000000001", signer };
export const assetId = "asset_01jcq9ncs8e1nr0qkzv3wwd3nq";

/** A page as it is built, with something in every field. */
export function pageDocument(changes: Partial<PageDocument> = {}): PageDocument {
  return {
    page: pageOf({}),
    brand: {
      name: "Northwind Analytics",
      colors: { primary: "#3d5afe", background: null, text: null },
      logo: null,
    },
    forms: [contactForm],
    metadata: {
      title: "{{ account.name | default: 'Your team' }} and Northwind",
      description: "Numbers that your whole team trusts, from the first week on. Here is what we would do together.",
      robots: [],
    },
    audience: {
      audienceId: "audience_00000000000000000000000001",
      name: "Ada Lovelace (Analytical Engines)",
      supplementaryContext: "supplementary-secret",
      isNewPageAgent: true,
      isPersonal: true,
    },
    person: {
      personId: "person_00000000000000000000000001",
      name: "Ada Lovelace",
      email: "ada@engines.example",
      domain: "engines.example",
      slug: "ada-lovelace",
      phoneNumber: null,
      linkedinProfileUrl: null,
      createdAt: moment,
      updatedAt: moment,
    },
    account: {
      accountId: "account_00000000000000000000000001",
      name: "Analytical Engines",
      domain: "engines.example",
      latestActivityAt: null,
      createdAt: moment,
      updatedAt: moment,
    },
    topicIds: topics.map(({ topicId }) => topicId),
    topics,
    ...changes,
  };
}

export function pageOf(changes: Partial<PageDocument["page"]>): PageDocument["page"] {
  return {
    pageId: "page_00000000000000000000000001",
    name: "Spring",
    title: "A clearer picture for {{ account.name | default: 'your team' }}",
    pageContext: "context-secret",
    pageType: "inbound",
    brandId: "brand_00000000000000000000000001",
    headerActionId: "book",
    actions: [
      action("book", "url", "Book a demo", "https://cal.example/demo?email={{person.email}}&from=page"),
      action("contact", "form", "Talk to us", "", { formId: contactForm.formId }),
      action("brochure", "download", "Get the brochure", "/files/brochure.pdf"),
      action("mail", "email", "Write to Grace", "grace@northwind.example"),
    ],
    actionCardWidgets: [
      {
        type: "logos",
        title: "Trusted by teams like yours",
        logos: ["Contoso", "Fabrikam", "Tailspin Toys", "Wide World"].map((altText) => ({
          image: { altText, url: "", fileId: "", assetId: "" },
        })),
      },
    ],
    footerLinks: [
      {
        id: "company",
        title: "Company",
        links: [
          { id: "about", text: "About us", url: "https://northwind.example/about" },
          { id: "jobs", text: "Careers", url: "https://northwind.example/jobs" },
        ],
      },
      {
        id: "legal",
        title: "Legal",
        links: [
          { id: "privacy", text: "Privacy", url: "https://northwind.example/privacy" },
          { id: "imprint", text: "Imprint", url: "/imprint" },
        ],
      },
    ],
    scripts: [],
    ...changes,
  };
}

export function action(actionId: string, actionType: string, buttonTitle: string, url: string, more: object = {}) {
  return { actionId, actionIndex: 0, actionType, buttonTitle, url, purpose: "purpose-secret", ...more };
}

export function topic(title: string, entries: readonly (readonly [type: string, content: string])[], number = nextTopic++) {
  const topicId = `topic_${String(number).padStart(26, "0")}`;
  return {
    topicId,
    title,
    purpose: "topic-purpose-secret",
    sortOrder: number,
    isDefault: false,
    createdAt: moment,
    updatedAt: moment,
    entries: entries.map(([type, content], index) => ({
      topicEntryId: `entry_${String(number * 1000 + index).padStart(26, "0")}`,
      topicId,
      sortOrder: index,
      content: { type, content },
      createdAt: moment,
      updatedAt: moment,
    })),
  };
}
let nextTopic = 1;

export const contactForm: PageDocument["forms"][number] = {
  formId: "form_00000000000000000000000000",
  name: "Talk to us",
  instructions: "Tell us where to reach you, {{ person.firstName | default: 'friend' }}. We answer within a day.",
  fields: [
    { name: "name", label: "Your name", type: "text", required: true, options: [] },
    { name: "email", label: "E-mail", type: "email", required: true, options: [] },
    { name: "phone", label: "Phone", type: "tel", required: false, options: [] },
    { name: "linkedin", label: "LinkedIn profile", type: "linkedin", required: false, options: [] },
    { name: "size", label: "Size of your team", type: "select", required: false, options: ["1 to 10", "11 to 50", "More"] },
    { name: "message", label: "What would help you most?", type: "textarea", required: false, options: [] },
    { name: "updates", label: "Send me news now and then", type: "checkbox", required: false, options: [] },
  ],
};

const topics = [
  topic("What we heard from {{ account.name | default: 'you' }}", [
    [
      "markdown",
      "Your team spends **two days a month** putting numbers together before anybody can talk about them.\n\n- Three spreadsheets that disagree\n- One person who knows which is right\n- A board meeting that begins with *whose figures are these?*\n\n> We don't need more dashboards. We need one that everybody believes.",
    ],
  ]),
  topic("How it works", [
    [
      "text",
      "We connect to the systems you have, on the first day, and read them as they are. Nothing is copied by hand, and nothing is changed.\n\nEvery figure carries its own history: where it came from, when, and by whose definition.",
    ],
    ["link", "https://northwind.example/how-it-works\nRead how a figure travels"],
  ]),
  topic("What it costs", [
    [
      "markdown",
      "A price for each team, not for each person who looks.\n\n| Plan | Teams | Sources | A month |\n| --- | ---: | ---: | ---: |\n| Start | 1 | 5 | €90 |\n| Grow | 5 | 20 | €390 |\n| Whole company | any | any | €1,200 |\n\nPrices hold for `24 months`, {{ person.firstName | default: 'and that is a promise' }}.",
    ],
  ]),
  topic("Questions we are often asked", [
    ["faq", "How long until we see something?\nUsually **a week**. The first figure is there on the first day."],
    [
      "faq",
      "Where is our data?\nIn the region that you choose, encrypted, and yours: see [our promise](https://northwind.example/data).",
    ],
    [
      "faq",
      "Can we leave?\nAt the end of any month, with everything:\n\n1. all figures\n2. all definitions\n3. their whole history",
    ],
  ]),
  topic("For the engineers", [
    [
      "markdown",
      "One call is enough:\n\n```\ncurl https://api.northwind.example/v1/figures?since=2026-01-01 -H 'authorization: Bearer …' | jq '.figures[] | select(.owner == \"finance\")'\n```\n\nThe rest is in the reference.",
    ],
  ]),
  topic("What {{ account.name | default: 'a team like yours' }} would gain", [
    [
      "markdown",
      "## In the first month\n\nTwo days back for every analyst, and one set of numbers in every meeting.\n\n## In the first year\n\nDecisions that are made in the meeting instead of after it.",
    ],
  ]),
  topic("Who you would work with", [
    ["text", "Grace leads the first two weeks with you, in your time zone. After that she is one message away."],
  ]),
  topic("A word on security", [
    [
      "text",
      "We are audited every year. The reports are yours to read, {{ person.firstName | default: 'of course' }}, before you sign anything.",
    ],
  ]),
];

/** What is filled in when a page is served. */
export const ownAddress = "https://pages.example/its/own/address";
export const pageToken = "a-token-of-the-page";

/** A page as it is sent. */
export function renderWhole(document: PageDocument, scope = assetScope): RenderedPage {
  const rendered = renderPage(document, scope);
  return {
    ...rendered,
    html: withoutTracker(renderedChunks(rendered, { address: ownAddress, token: pageToken, visitToken }).join("")),
  };
}

const visitToken = "a-token-of-visits";
const visitMarkup = [pageScriptTag, visitMarks].map((html) => toStoredPlaceholders(html).replaceAll("<foyer:visit>", visitToken));

/** What tells of visits is the same on every page, and has tests of its own. */
function withoutTracker(html: string): string {
  return visitMarkup.reduce((before, markup) => before.replace(markup, () => ""), html).replaceAll(/ data-action="[^"]*"/g, "");
}

/** What visitors see of it. */
export function shown(changes: Partial<PageDocument> = {}): string {
  return renderWhole(pageDocument(changes)).html;
}

/** The same with one entry alone. */
export function shownEntry(type: string, content: string): string {
  const one = topic("A topic", [[type, content]]);
  return shown({ topics: [one], topicIds: [one.topicId] });
}
