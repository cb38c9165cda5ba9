export type CompressedEncoding = "gzip" | "br" | "zstd";
export type Encoding = "identity" | CompressedEncoding;

/** Our own order of preference. */
const preferred: readonly CompressedEncoding[] = ["zstd", "br", "gzip"];

/** The encoding that an Accept-Encoding header weighs highest; among equals, the one that we prefer. */
export function encodingFor(accepted: string | null): Encoding {
  if (accepted === null) return "identity";
  const known = choices.get(accepted);
  if (known !== undefined) return known;
  const choice = choose(accepted);
  if (choices.size < maxChoices && accepted.length <= maxChoiceLength) choices.set(accepted, choice);
  return choice;
}

/** Browsers send few different headers, so the choices are remembered. */
const choices = new Map<string, Encoding>();
const maxChoices = 1_000;
const maxChoiceLength = 200;

function choose(accepted: string): Encoding {
  const weights = new Map(accepted.toLowerCase().split(",").map(nameAndWeight));
  const weightOf = (name: Encoding) => weights.get(name) ?? (name === "identity" ? 0 : (weights.get("*") ?? 0));
  let best: Encoding = "identity";
  for (const name of preferred) if (weightOf(name) > weightOf(best)) best = name;
  return best;
}

function nameAndWeight(text: string): [name: string, weight: number] {
  const [name = "", ...parameters] = text.split(";").map((item) => item.trim());
  const quality = parameters.find((item) => item.startsWith("q="));
  return [name, quality === undefined ? 1 : Math.max(Number(quality.slice(2)) || 0, 0)];
}
