import type { TokenValues } from "./engine";
import { maxValueLength } from "./filter-rules";
import { filledText } from "./text";

/** The records that the values of tokens are taken from. */
interface TokenRecords {
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

export function tokenValues({ person, account, page, audience }: TokenRecords): TokenValues {
  const [firstName = null, ...rest] = person?.name.trim().split(/\s+/) ?? [];
  const values: TokenValues = {
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
    page: { name: null, title: null },
    audience: { name: audience.name },
  };
  return { ...values, page: { name: filledValue(page.name, values), title: filledValue(page.title, values) } };
}

/** A page's name and title may have tokens themselves, but not tokens of the page: those would refer to each other. */
function filledValue(text: string, values: TokenValues): string {
  const filled = filledText(text, values);
  return filled.length <= maxValueLength ? filled : filled.slice(0, maxValueLength).toWellFormed();
}
