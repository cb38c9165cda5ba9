/** The names that a token may use, as in `{{ person.firstName | default: "there" }}`. */
export const tokenNames = {
  "person.name": "the person's name",
  "person.firstName": "its first word",
  "person.lastName": "the rest of it",
  "person.email": "the person's e-mail address",
  "person.phoneNumber": "the person's phone number",
  "person.domain": "the domain the person belongs to",
  "person.linkedinProfileUrl": "the person's LinkedIn profile",
  "account.name": "the account's name",
  "account.domain": "the account's domain",
  "page.name": "the page's name",
  "page.title": "the page's title, with its own tokens filled in",
  "audience.name": "the audience's effective name",
} as const;
export type TokenName = keyof typeof tokenNames;

/** The filters that a token may use. */
export const tokenFilters = {
  default: { sample: 'default: "there"', effect: "stands in for a value that is missing or empty" },
  upcase: { sample: "upcase", effect: "in capitals" },
  downcase: { sample: "downcase", effect: "in small letters" },
  capitalize: { sample: "capitalize", effect: "the first letter a capital, the others small" },
  strip: { sample: "strip", effect: "without blanks around it" },
  truncate: { sample: 'truncate: 20, "…"', effect: "at most so many characters, these at the end if it was cut" },
  truncatewords: { sample: 'truncatewords: 5, "…"', effect: "the same with words" },
  append: { sample: 'append: "!"', effect: "with a text or another value after it" },
  prepend: { sample: 'prepend: "Dear "', effect: "with one before it" },
  replace: { sample: 'replace: "Inc.", "Incorporated"', effect: "one text in it by another" },
  remove: { sample: 'remove: "Inc."', effect: "without a text" },
} as const satisfies Record<string, { sample: string; effect: string }>;
export type TokenFilter = keyof typeof tokenFilters;

export const maxTokensPerText = 200;

/** Marks schemas of texts that may contain tokens. In a `url`, tokens are allowed in the values of the query. */
export const tokensKey = "x-tokens";
export type TokenFieldKind = "text" | "url";
