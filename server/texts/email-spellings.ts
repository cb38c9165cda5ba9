import { domainToASCII, domainToUnicode } from "node:url";

/** Chromium sends what is typed as `ada@müller.example` with the domain `xn--mller-kva.example`, which nobody writes by hand. */
export function readableEmail(email: string): string {
  return /xn--[^@]*$/i.test(email) ? withDomain(email, domainToUnicode) : email;
}

/** The same address as written, and with the domain's letters in both of their spellings. */
export function emailSpellings(email: string): string[] {
  return [...new Set([email, readableEmail(email), asciiEmail(email)])];
}

export function asciiEmail(email: string): string {
  return withDomain(email, domainToASCII);
}

/** As it is if the domain has no such spelling, or more in it than a name. */
function withDomain(email: string, spelling: (domain: string) => string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  return email.slice(0, at) + ((!/[/?#:\\]/.test(domain) && spelling(domain)) || domain);
}
