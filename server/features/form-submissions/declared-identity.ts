import type { FormField, NewPerson } from "../../../contract";
import { maxPersonNameLength } from "../../../contract/people/persons";
import type { IdentifierType } from "../../../contract/visits/visitor-forms";
import { identifierOf, visibleText } from "../../erasure/identifiers";
import { emailSpellings, readableEmail } from "../../texts/email-spellings";
import type { KnownBy } from "../persons";

/** Whom a form says that it is from. */
export interface DeclaredIdentity {
  identifier: string;
  identifierType: IdentifierType;
  /** A phone number, also beside another identifier. */
  phone: string | undefined;
  /** What the person can be found by; undefined for a number without a country, which is nobody's for certain. */
  knownBy: KnownBy | undefined;
  /** The person to create if there is none. */
  details: NewPerson;
}

/** Persons are found by as much of a profile's address. */
const maxProfileLength = 180;

type Values = Readonly<Record<string, string>>;

/** Fields of these types declare nothing about the sender, whatever they hold. */
const otherTypes = new Set(["textarea", "select", "checkbox", "file"]);

/** An e-mail address counts most, then a LinkedIn profile, then a phone number. Undefined without any of them. */
export function declaredIdentity(values: Values, fields: readonly FormField[]): DeclaredIdentity | undefined {
  const email = find(values, fields, "email");
  const linkedin = find(values, fields, "linkedin");
  const tel = find(values, fields, "tel");
  const [identifierType, found] = email
    ? (["email", email] as const)
    : linkedin
      ? (["linkedin", linkedin] as const)
      : ["tel" as const, tel];
  if (found === undefined) return undefined;
  const details: NewPerson = {
    name: [...(nameIn(values) ?? found.value)].slice(0, maxPersonNameLength).join(""),
    email: email?.value,
    linkedinProfileUrl: linkedin?.value,
    phoneNumber: tel?.isWhole ? tel.value : undefined,
  };
  return { identifier: found.value, identifierType, phone: tel?.value, knownBy: knownBy(identifierType, found), details };
}

interface FoundIdentifier {
  value: string;
  /** False for a phone number without a country. */
  isWhole: boolean;
}

/** Fields of the type itself come first, then any other that holds nothing else. */
function find(values: Values, fields: readonly FormField[], type: IdentifierType): FoundIdentifier | undefined {
  const typed = fields.filter((field) => field.type === type).map(({ name }) => name);
  const others = Object.keys(values).filter(
    (name) => !otherTypes.has(fields.find((field) => field.name === name)?.type.toLowerCase() ?? ""),
  );
  for (const name of [...typed, ...others]) {
    const found = asIdentifier(values[name] ?? "", type);
    if (found) return found;
  }
  const national = type === "tel" ? typed.map((name) => values[name]).find((value) => value) : undefined;
  return national === undefined ? undefined : { value: national, isWhole: false };
}

function asIdentifier(value: string, type: IdentifierType): FoundIdentifier | undefined {
  const known = identifierOf(value);
  const [, kind, normal = ""] = /^(email|phone|profile):(.*)$/s.exec(known ?? "") ?? [];
  if (type === "email" && kind === "email") return { value: readableEmail(visibleText(value).trim()), isWhole: true };
  if (type === "tel" && kind === "phone") return { value: normal, isWhole: true };
  if (
    type === "linkedin" &&
    normal.length <= maxProfileLength &&
    kind === "profile" &&
    /^linkedin\.com\/(in|pub)\/./.test(normal)
  )
    return { value: `https://www.${normal}`, isWhole: true };
  return undefined;
}

function knownBy(type: IdentifierType, { value, isWhole }: FoundIdentifier): KnownBy | undefined {
  if (type === "email") return { emails: emailSpellings(value) };
  if (type === "linkedin") return { linkedinProfileUrls: spellingsOf(value) };
  return isWhole ? { phoneNumber: value } : undefined;
}

/** The spellings in which tenants store the address of a profile. */
function spellingsOf(profile: string): string[] {
  const path = profile.replace("https://www.", "");
  const starts = ["https://www.", "https://", "http://www.", "http://", "www.", ""];
  return starts.flatMap((start) => [`${start}${path}`, `${start}${path}/`]);
}

const nameFields = [["name"], ["full_name"], ["your_name"], ["first_name", "last_name"]];

function nameIn(values: Values): string | undefined {
  for (const names of nameFields) {
    const name = names
      .map((field) => (values[field] ?? "").replace(/\s+/g, " ").trim())
      .filter((part) => part !== "")
      .join(" ");
    if (name !== "") return name;
  }
  return undefined;
}
