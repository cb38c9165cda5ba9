import * as z from "zod";
import { type TokenFieldKind, tokensKey } from "./pages/tokens";

// Bounds where the interface description has none: every input is bounded.
export const maxNameLength = 1_000;
export const maxUrlLength = 2_048;
export const maxTextLength = 100_000;
export const maxScriptLength = 200_000;
const maxArrayItems = 200;
export const maxTokenLength = 64;
export const maxSafeInteger = 9_007_199_254_740_991;

/** The length is counted in Unicode code points, as in JSON Schema, not in UTF-16 units. */
export function text(min: 0 | 1, max: number) {
  return z
    .string()
    .min(min)
    .superRefine((value, check) => {
      if (value.length > max && codePoints(value) > max) {
        check.addIssue({ code: "too_big", origin: "string", maximum: max, input: value });
      }
    })
    .meta({ maxLength: max });
}

export const name = text(1, maxNameLength);
/** A name or title that may be empty. */
export const title = text(0, maxNameLength);
/** An identifier that the caller chose, or that may name nothing. */
export const reference = text(0, 255);
export const longText = text(0, maxTextLength);
export const requiredLongText = text(1, maxTextLength);

/** Text that a page shows. It may contain tokens. */
export const personalName = withTokens(name);
export const personalTitle = withTokens(title);
export const personalText = withTokens(longText);

/** A value of an open set: unknown values get a generic behaviour. */
export const openValue = text(1, maxTokenLength);

export function withTokens<Schema extends z.ZodType>(schema: Schema, place: TokenFieldKind = "text"): Schema {
  return schema.meta({ [tokensKey]: place });
}

export const count = z.int().min(0).max(maxSafeInteger);
export const sortOrder = z.int().min(0).max(maxSafeInteger);

/** `+` and Unix time in milliseconds. */
export const timestamp = z
  .string()
  .regex(/^\+[1-9]\d{1,14}$/)
  .meta({ description: "`+` and Unix time in milliseconds", examples: ["+1763164800000"] });

/** In a query, an unescaped `+` arrives as a space. */
export const timestampInQuery = z
  .string()
  .regex(/^[+ ][1-9]\d{1,14}$/, "must be + and Unix time in milliseconds")
  .meta({
    pattern: "^\\+[1-9]\\d{1,14}$",
    description: "`+` and Unix time in milliseconds; the `+` may come as it is or as `%2B`",
    examples: ["+1763164800000"],
  });

/** For a query with `from` and `to`. */
export const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || Number(from) <= Number(to);
export const outOfOrder = { path: ["to"], error: "must not be before `from`" };

export const identifier = z.string().min(1);

export const phoneNumber = z.string().regex(/^\+[1-9]\d{1,14}$/, "must be + and 2 to 15 digits, as in +14155550123");

const allowedSchemes = new Set(["http", "https", "mailto", "tel"]);

// Browsers drop control characters and outer spaces before they look at the scheme, and read a backslash as a slash; the rest
// can end an attribute or a tag.
const unsafeInUrl = /[\u0000-\u0020\u007f-\u009f\s\\<>"`]/;

/** A path, or a scheme that can't run scripts in the page. */
export function isSafeUrl(value: string): boolean {
  if (unsafeInUrl.test(value)) return false;
  const scheme = /^([^/?#]*?):/.exec(value)?.[1];
  return scheme === undefined || allowedSchemes.has(scheme.toLowerCase());
}

/** Values are encoded when tokens are filled in, so the characters of a token do no harm. */
function isSafeWithTokens(value: string): boolean {
  return isSafeUrl(value.replace(/\{\{[^{}]*\}\}/g, ""));
}

function safeUrl(min: 0 | 1, isSafe: (value: string) => boolean) {
  return text(min, maxUrlLength)
    .refine(isSafe, "must be an http, https, mailto or tel address, or a relative path, without spaces, quotes, \\, < or >")
    .meta({ maxLength: maxUrlLength, format: "uri-reference" });
}

export const requiredUrl = safeUrl(1, isSafeUrl);
/** An address that a page shows. It may contain tokens in the values of its query. */
export const personalUrl = withTokens(safeUrl(0, isSafeWithTokens), "url");
export const requiredPersonalUrl = withTokens(safeUrl(1, isSafeWithTokens), "url");

export const email = text(1, 320)
  .regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, "must look like an e-mail address")
  .meta({ maxLength: 320, format: "email" });

/** A lowercase ASCII host name without scheme, `www.`, port, path or trailing dot; null if it is not a host name. */
export function canonicalDomain(value: string): string | null {
  return isCanonical(value) ? value : canonicalised(value);
}

/** A fast way for most names, without parsing an address. */
function isCanonical(value: string): boolean {
  return (
    value.length <= 253 &&
    /^(?!www\.|xn--)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(value) &&
    !value.includes(".xn--")
  );
}

function canonicalised(value: string): string | null {
  const host = value
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/:\d*$/, "");
  if (/[\s@:\\%]/.test(host) || !URL.canParse(`http://${host}`)) return null;
  const ascii = new URL(`http://${host}`).hostname.replace(/\.+$/, "").replace(/^(www\.)+(?=[^.]+\.)/, "");
  const labels = ascii.split(".");
  const wellFormed = labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return labels.length >= 2 && wellFormed && ascii.length <= 253 && !/^\d+$/.test(labels.at(-1) as string) ? ascii : null;
}

export const domain = text(1, maxUrlLength)
  .transform((value, check) => {
    const canonical = canonicalDomain(value);
    if (canonical !== null) return canonical;
    check.addIssue({ code: "custom", message: "must be a host name such as acme.com", input: value });
    return z.NEVER;
  })
  .meta({ description: "Kept in canonical form: lowercase ASCII, without scheme, `www.`, port, path or trailing dot" });

/** A JSON object of the caller's own. */
export const freeObject = z.record(z.string(), z.unknown());

export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).max(maxArrayItems);
}

/** Refuses equal items, or items with equal values in a field. The problem is at the later item. */
export function distinct<Item extends z.ZodType>(items: z.ZodArray<Item>, field?: string) {
  return items.superRefine(
    (values, check) => {
      const seen = new Set<unknown>();
      values.forEach((item, index) => {
        const value = field === undefined ? item : (item as Record<string, unknown> | null)?.[field];
        if (value === undefined || value === "") return;
        const path = field === undefined ? [index] : [index, field];
        if (seen.has(value))
          check.addIssue({ code: "custom", path, params: repeated, message: "must not occur twice", input: item });
        seen.add(value);
      });
    },
    { when: ({ value }) => Array.isArray(value) },
  );
}

const repeated = { code: "repeated" };

export function codePoints(value: string): number {
  let length = 0;
  for (const _ of value) length += 1;
  return length;
}

/** What objects that are checked one by one should look like. */
const checkedLater = new WeakMap<object, z.ZodObject>();

/**
 * Any object, typed and documented as the schema says. For items of a batch: a wrong one must not refuse the others, so its
 * handler checks each.
 */
export function itemOf<Schema extends z.ZodObject>(schema: Schema): z.ZodType<z.input<Schema>, z.input<Schema>> {
  const item = z.custom<z.input<Schema>>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    message: "must be an object",
    params: { code: "wrong_type" },
  });
  checkedLater.set(item, schema);
  return item;
}

/** The schema that an item of a batch is documented by. */
export function itemSchemaOf(schema: object): z.ZodObject | undefined {
  return checkedLater.get(schema);
}
