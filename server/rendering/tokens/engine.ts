import { Liquid, type Template } from "liquidjs";
import { tokenFilters } from "../../../contract";
import { maxFilledLength } from "./growth";
import { maxFilters, type TokenSource, type Value } from "./source";
import type { Values } from "./token-values";

/** Of all that the filters of one token make on their way, in characters; a token that was let through needs less. */
const maxMemory = 4 * maxFilters * maxFilledLength;

const engine = createEngine();

/** Values and a few filters; no tags, so neither loops nor files. No limit of time: a pause would be a page's loss. */
function createEngine(): Liquid {
  const liquid = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    memoryLimit: maxMemory,
    // Nothing can ask for a file; if anything did, there would be none.
    templates: {},
  });
  for (const tag of Object.keys(liquid.tags)) delete liquid.tags[tag];
  for (const filter of Object.keys(liquid.filters)) if (!Object.hasOwn(tokenFilters, filter)) delete liquid.filters[filter];
  return liquid;
}

/** What is written in a token, handed to the library when it is first filled in. */
export function liquidFill(source: TokenSource): (values: Values) => string {
  let template: Template[] | undefined;
  return (values) => {
    template ??= engine.parse(written(source));
    return String(engine.renderSync(template, values));
  };
}

/** Put together anew, so that the library sees nothing but what was understood. */
function written({ value, filters }: TokenSource): string {
  const steps = filters.map(({ name, args }) => `| ${name}${args.length > 0 ? ":" : ""} ${args.map(term).join(", ")}`);
  return `{{ ${term(value)} ${steps.join(" ")} }}`;
}

function term(value: Value): string {
  if (value.kind === "name") return value.name;
  if (value.kind === "number") return value.text;
  return value.text.includes('"') ? `'${value.text}'` : `"${value.text}"`;
}
