/** What a text of a page may ask for, as in `{{ person.firstName | default: "there" }}`, and what it stands for. */
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

export const tokenFilters = [
  "default",
  "upcase",
  "downcase",
  "capitalize",
  "strip",
  "truncate",
  "truncatewords",
  "append",
  "prepend",
  "replace",
  "remove",
] as const;
