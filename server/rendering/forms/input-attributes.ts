import type { FormField } from "../../../contract";

interface InputAttributes {
  type: string;
  inputmode?: "email" | "tel" | "url";
  autocomplete?: string;
  placeholder?: string;
}

const attributesByType: Readonly<Record<string, InputAttributes>> = {
  email: { type: "email", inputmode: "email", autocomplete: "email" },
  tel: { type: "tel", inputmode: "tel", autocomplete: "tel" },
  linkedin: { type: "url", inputmode: "url", autocomplete: "url", placeholder: "https://www.linkedin.com/in/…" },
};

/** What browsers can fill in by themselves, by the usual names of fields, whatever their type. */
const autocompleteByName: Readonly<Record<string, string>> = {
  email: "email",
  email_address: "email",
  work_email: "email",
  business_email: "email",
  phone: "tel",
  phone_number: "tel",
  telephone: "tel",
  mobile: "tel",
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

export function inputAttributes({ type: written, name }: Pick<FormField, "type" | "name">): InputAttributes {
  const type = written.toLowerCase();
  const attributes = Object.hasOwn(attributesByType, type) ? attributesByType[type] : undefined;
  if (attributes) return attributes;
  const autocomplete = Object.hasOwn(autocompleteByName, name) ? autocompleteByName[name] : undefined;
  return { type: "text", ...(autocomplete !== undefined && { autocomplete }) };
}
