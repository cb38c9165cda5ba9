import type { TokenName } from "../../contract";

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
  return {
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
    page: { name: page.name, title: page.title },
    audience: { name: audience.name },
  };
}

/** As long as the longest there are: a token that can't be filled in with these is refused when it is written. */
export const sampleValues: Values = tokenValues({
  person: {
    name: "Grace Brewster Murray Hopper ".repeat(35),
    email: `${"grace".repeat(60)}@navy.example`,
    phoneNumber: "+141555501230000",
    domain: "navy.example",
    linkedinProfileUrl: `https://linkedin.example/${"in/".repeat(600)}`,
  },
  account: { name: "United States Navy ".repeat(50), domain: "navy.example" },
  page: { name: "Welcome ".repeat(120), title: "Welcome ".repeat(120) },
  audience: { name: "Grace Hopper ".repeat(75) },
});
