import type { resources } from "../access";
import type { Operation } from "../operation";

export type Resource = (typeof resources)[number];

const described: Record<Resource, { title: string; description: string }> = {
  pages: {
    title: "Pages",
    description: "A page has actions, footer links, scripts, metadata and a type. It is a draft until it is published.",
  },
  audiences: {
    title: "Audiences",
    description: "An audience belongs to a page, overrides what the page shows, and has versions that are built and published.",
  },
  sessions: {
    title: "Audience sessions",
    description: "A recorded visit to a page: where it came from, what the visitor did, and what they sent.",
  },
  persons: {
    title: "Persons",
    description: "Contact records. A person's domain ties it to an account.",
  },
  accounts: {
    title: "Accounts",
    description: "An organisation, known by its domain. It links the persons of that domain and has log entries.",
  },
  topics: {
    title: "Topics",
    description: "Ordered entries of content that pages are made from.",
  },
  questions: {
    title: "Questions",
    description: "What visitors asked, what they were answered, and which questions no topic answers yet.",
  },
  assets: {
    title: "Assets",
    description: "Images, logos, icons, videos and components that pages use.",
  },
  page_links: {
    title: "Page links",
    description: "A path, on a domain of the tenant's if it has one, and the audience it leads to.",
  },
  domains: {
    title: "Domains",
    description: "Host names of the tenant's own. A domain serves pages once a DNS record has proved whose it is.",
  },
  brands: {
    title: "Brands",
    description: "Name, colours and logo of the pages that name the brand. A page without one has the default look.",
  },
  forms: {
    title: "Forms",
    description: "What an action of type `form` opens: instructions and fields. A built-in form is always there.",
  },
  form_submissions: {
    title: "Form submissions",
    description:
      "What visitors sent with forms, linked to the person and account it is from. Kept until it is deleted or its person is.",
  },
  webhook_subscriptions: {
    title: "Webhook subscriptions",
    description: "Addresses that are told when something happens.",
  },
  events: {
    title: "Events",
    description: "What happened, recorded together with the change itself.",
  },
  settings: {
    title: "Settings",
    description: "The tenant's own: what is recorded of visits, which networks are its own, and how long single events are kept.",
  },
  jobs: {
    title: "Failed jobs",
    description: "Work in the background that was given up after its last attempt, and can be run again.",
  },
  api_keys: {
    title: "API keys",
    description: "Keys of the tenant. Each holds scopes, can expire, and can be revoked or rotated.",
  },
};

export function resourceOf({ access }: Operation): Resource {
  return access.slice(0, access.indexOf(":")) as Resource;
}

export function describeResource(resource: Resource): { name: Resource; "x-displayName": string; description: string } {
  const { title, description } = described[resource];
  return { name: resource, "x-displayName": title, description };
}

/** The resources in the order of their operations. */
export function tagsOf(operations: readonly Operation[]): Resource[] {
  return [...new Set(operations.map(resourceOf))];
}
