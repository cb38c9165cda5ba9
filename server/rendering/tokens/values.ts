import { maxValueLength } from "./growth";
import { filledText } from "./text";
import type { Values } from "./token-values";

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
    page: { name: null, title: null },
    audience: { name: audience.name },
  };
  return { ...values, page: { name: filledValue(page.name, values), title: filledValue(page.title, values) } };
}

/** A page's name and title may have tokens, but of neither; what comes out is data, and no longer than any other. */
function filledValue(text: string, values: Values): string {
  const filled = filledText(text, values);
  return filled.length <= maxValueLength ? filled : filled.slice(0, maxValueLength).toWellFormed();
}
