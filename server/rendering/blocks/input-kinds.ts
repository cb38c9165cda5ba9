import type { FormField } from "../../../contract";

interface Kind {
  type: string;
  inputmode?: "email" | "tel" | "url";
  autocomplete?: string;
  placeholder?: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  email: { type: "email", inputmode: "email", autocomplete: "email" },
  tel: { type: "tel", inputmode: "tel", autocomplete: "tel" },
  linkedin: { type: "url", inputmode: "url", autocomplete: "url", placeholder: "https://www.linkedin.com/in/…" },
};

/** What browsers know about a person, by the names that fields usually have. */
const autocompletes: Readonly<Record<string, string>> = {
  name: "name",
  full_name: "name",
  first_name: "given-name",
  last_name: "family-name",
  company: "organization",
  company_name: "organization",
  organization: "organization",
  job_title: "organization-title",
  role: "organization-title",
  website: "url",
  street: "street-address",
  city: "address-level2",
  zip: "postal-code",
  postal_code: "postal-code",
  country: "country-name",
};

export function inputKind({ type, name }: Pick<FormField, "type" | "name">): Kind {
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (kind) return kind;
  const autocomplete = Object.hasOwn(autocompletes, name) ? autocompletes[name] : undefined;
  return { type: "text", ...(autocomplete !== undefined && { autocomplete }) };
}
