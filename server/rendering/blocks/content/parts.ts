/** What a block takes out of its content. Every other line is text, which the block shows too. */
export interface Parts {
  /** Names of lines such as `role: Head of Finance`. */
  fields?: readonly string[];
  /** The first heading. */
  heading?: boolean;
  /** How many lines that are an image, `![text](address)`, at most. */
  images?: number;
  /** And a link, `[text](address)`. */
  links?: number;
  /** Lines of a list. */
  items?: boolean;
  /** Lines that begin with `>`. */
  quoted?: boolean;
  /** A line such as `— Name, role`. */
  byline?: boolean;
  /** Lines of a table. */
  rows?: boolean;
}

export const videoFields = ["poster", "captions"];
const every = Number.POSITIVE_INFINITY;

/** What each block takes out of its content. */
export const parts = {
  hero: { fields: ["media", ...videoFields], heading: true, images: 1, links: every },
  video: { fields: videoFields, images: 1 },
  quote: { fields: ["name", "role", "company"], quoted: true, byline: true, images: 1 },
  stats: { items: true },
  features: { items: true },
  /** Of each plan. */
  pricing: { fields: ["price", "featured"], heading: true, items: true, links: 1 },
  comparison: { rows: true },
  steps: { items: true },
  attendees: { fields: ["date"], items: true },
  logos: { items: true, images: every },
  gallery: { images: every },
  callout: { fields: ["kind"], heading: true },
  person: { fields: ["name", "role", "company", "email", "phone", "linkedin", "booking"], images: 1, links: 1 },
  file: { links: 1 },
  fileAsImage: { images: 1 },
} as const satisfies Record<string, Parts>;
