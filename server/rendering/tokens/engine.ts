import { Liquid, type Template } from "liquidjs";
import { type TokenName, tokenFilters } from "../../../contract";
import { LruCache } from "../../caching/lru-cache";
import { maxFilledLength } from "./filter-rules";
import { maxFilters, type Operand, type ParsedToken } from "./parse-token";

/** The values that tokens are filled with. For null, a token's default is shown. */
export interface TokenValues {
  person: Group<"person">;
  account: Group<"account">;
  page: Group<"page">;
  audience: Group<"audience">;
}

type Group<Name extends string> = Record<FieldOf<Name>, string | null>;
type FieldOf<Group extends string> = TokenName extends infer Name
  ? Name extends `${Group}.${infer Field}`
    ? Field
    : never
  : never;

/** Characters that the filters of one token may produce in total. An accepted token needs less. */
const maxMemory = 4 * maxFilters * maxFilledLength;

const engine = createEngine();

/**
 * Values and a few filters. Without tags there are neither loops nor files. A time limit is not set, because a pause of
 * the process would then fail a page.
 */
function createEngine(): Liquid {
  const liquid = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    memoryLimit: maxMemory,
    // A second guard: with templates in memory, the library never reads files.
    templates: {},
  });
  for (const tag of Object.keys(liquid.tags)) delete liquid.tags[tag];
  for (const filter of Object.keys(liquid.filters)) if (!Object.hasOwn(tokenFilters, filter)) delete liquid.filters[filter];
  return liquid;
}

/** A template is about fifty objects for the garbage collector, so only those of the tokens used last are kept. */
const maxTemplatesLength = 20_000;
const templates = new LruCache<Template[]>(maxTemplatesLength);

/** Fills in a token with the library. */
export function liquidFill(token: ParsedToken): (values: TokenValues) => string {
  const liquid = toLiquid(token);
  return (values) => {
    const template = templates.get(liquid, () => engine.parse(liquid));
    return String(engine.renderSync(template, values));
  };
}

/** Written out from what was parsed, so the library never sees anything that was not checked. */
function toLiquid({ value, filters }: ParsedToken): string {
  const steps = filters.map(({ name, args }) => `| ${name}${args.length > 0 ? ":" : ""} ${args.map(toTerm).join(", ")}`);
  return `{{ ${toTerm(value)} ${steps.join(" ")} }}`;
}

function toTerm(operand: Operand): string {
  if (operand.kind === "name") return operand.name;
  if (operand.kind === "number") return operand.text;
  return operand.text.includes('"') ? `'${operand.text}'` : `"${operand.text}"`;
}
