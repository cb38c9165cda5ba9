/** What may be wrong with a value, in words; undefined when nothing is. */
type Check = (value: unknown) => string | undefined;
export type Shape = Check | { readonly [field: string]: Shape };

/** Every way in which a value is not of a shape: a field missing, one too many, a wrong type. */
export function differences(value: unknown, shape: Shape, at = "answer"): string[] {
  if (typeof shape === "function") {
    const wrong = shape(value);
    return wrong === undefined ? [] : wrong.split("\n").map((line) => `${at}${line}`);
  }
  if (!isObject(value)) return [`${at} is no object`];
  const missing = Object.keys(shape).filter((field) => !(field in value) && !optionals.has(shape[field] as Shape));
  const extra = Object.keys(value).filter((field) => !(field in shape));
  return [
    ...missing.map((field) => `${at}.${field} is missing`),
    ...extra.map((field) => `${at}.${field} is not declared`),
    ...Object.keys(shape).flatMap((field) =>
      field in value ? differences(value[field], shape[field] as Shape, `${at}.${field}`) : [],
    ),
  ];
}

const optionals = new Set<Shape>();

/** May be left out; never null then. */
export function optional(shape: Shape): Shape {
  const check: Check = (value) => nested(value, shape);
  optionals.add(check);
  return check;
}

export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? undefined : nested(value, shape);

export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) ? value.map((item, index) => nested(item, shape, `[${index}]`)).find(Boolean) : " is no array";

export const oneOf =
  (...allowed: string[]): Shape =>
  (value) =>
    allowed.includes(value as string) ? undefined : ` is ${value}, none of ${allowed.join(", ")}`;

export const matching =
  (pattern: RegExp): Shape =>
  (value) =>
    typeof value === "string" && pattern.test(value) ? undefined : ` is ${value}, not of ${pattern}`;

const ofType =
  (type: "string" | "number" | "boolean"): Shape =>
  (value) =>
    typeof value === type ? undefined : ` is ${JSON.stringify(value)}, no ${type}`;

function nested(value: unknown, shape: Shape, at = ""): string | undefined {
  const wrong = differences(value, shape, at);
  return wrong.length === 0 ? undefined : wrong.join("\n");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const string = ofType("string");
export const number = ofType("number");
export const boolean = ofType("boolean");
export const strings = listOf(string);
export const object: Shape = (value) => (isObject(value) ? undefined : " is no object");
export const count: Shape = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 9007199254740991 ? undefined : ` is ${value}, no count`;

/** The declared pattern, and as we read it: milliseconds of this century. */
export const timestamp: Shape = (value) => {
  if (typeof value !== "string" || !/^\+[1-9]\d{1,14}$/.test(value)) return ` is ${value}, no timestamp`;
  return Number(value) > 1_600_000_000_000 ? undefined : ` is ${value}, no milliseconds`;
};

export const id = (prefix: string) => matching(new RegExp(`^${prefix}_[0-9a-z]{26}$`));
export const phoneNumber = matching(/^\+[1-9]\d{1,14}$/);
export const slug = matching(/^(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*$/);
