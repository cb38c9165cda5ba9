import type { TokenName } from "../../contract";
import { maxValueLength } from "./growth";
import { filledParts, mayHaveTokens, type Part, partsOf } from "./text";

type Names<Group extends string> = TokenName extends infer Name
  ? Name extends `${Group}.${infer Field}`
    ? Field
    : never
  : never;
type Group<Name extends string> = Record<Names<Name>, string | null>;

/** What tokens are filled in with; null is missing, and gives way to a token's default. */
export interface Values {
  person: Group<"person">;
  account: Group<"account">;
  page: Group<"page">;
  audience: Group<"audience">;
}

interface Known {
  person: {
    name: string;
    email: string | null;
    phoneNumber: string | null;
    domain: string | null;
    linkedinProfileUrl: string | null;
  } | null;
  account: { name: string | null; domain: string } | null;
  page: { name: string; title: string };
  audience: { name: string };
}

export function tokenValues({ person, account, page, audience }: Known): Values {
  const [firstName = null, ...rest] = person?.name.trim().split(/\s+/) ?? [];
  const values: Values = {
    person: {
      name: person?.name ?? null,
      firstName,
      lastName: rest.join(" ") || null,
      email: person?.email ?? null,
      phoneNumber: person?.phoneNumber ?? null,
      domain: person?.domain ?? null,
      linkedinProfileUrl: person?.linkedinProfileUrl ?? null,
    },
    account: { name: account?.name ?? null, domain: account?.domain ?? null },
    page: { name: page.name, title: null },
    audience: { name: audience.name },
  };
  values.page.title = filledTitle(page.title, values);
  return values;
}

/** Without a title of its own to name; what comes out is data, and no longer than any other. */
function filledTitle(title: string, values: Values): string {
  if (!mayHaveTokens(title)) return title;
  if (lastTitle?.title !== title) lastTitle = { title, parts: partsOf(title) };
  return filledParts(lastTitle.parts, values).slice(0, maxValueLength).toWellFormed();
}

/** The audiences of a page are built one after the other, and share it. */
let lastTitle: { title: string; parts: readonly Part[] } | undefined;
