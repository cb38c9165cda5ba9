import { Liquid } from "liquidjs";
import { tokenFilters } from "../../contract";

/** A text may be as long as any field, and half as long again for what JSON escaped. */
const maxTemplateLength = 150_000;
const maxRenderMs = 50;
/** Of all that the filters of one token make on their way, in characters. */
const maxMemory = 200_000;

/** Values and a few filters; no tags, so neither loops nor files. */
export const engine = createEngine();

function createEngine(): Liquid {
  const liquid = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    parseLimit: maxTemplateLength,
    renderLimit: maxRenderMs,
    memoryLimit: maxMemory,
    // Nothing can ask for a file; if anything did, there would be none.
    templates: {},
  });
  for (const tag of Object.keys(liquid.tags)) delete liquid.tags[tag];
  const known = new Set<string>(tokenFilters);
  for (const filter of Object.keys(liquid.filters)) if (!known.has(filter)) delete liquid.filters[filter];
  return liquid;
}
