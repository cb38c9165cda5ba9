import { LiquidError, Output, type Template } from "liquidjs";
import { tokenNames } from "../../contract";
import { engine } from "./engine";
import { sampleValues, type Values } from "./values";

/** What is between `{{` and `}}`, ready to be filled in. */
export interface Token {
  /** As data: what comes out is a text, whatever is in it. Empty when it can't be had. */
  fill(values: Values): string;
}

export type Part = string | Token;

/** What is wrong with a text, and where. */
export class TokenFault extends Error {}

/** A text taken apart; fails with a `TokenFault`. */
export function parseText(text: string): readonly Part[] {
  if (!mayHaveTokens(text)) return [text];
  return templatesOf(text).map((template) => (template instanceof Output ? tokenOf(template) : fixedText(template)));
}

/** The same for texts that were kept before tokens were checked: what is wrong in them is left out. */
export function partsOf(text: string): readonly Part[] {
  try {
    return parseText(text);
  } catch (error) {
    if (!(error instanceof TokenFault)) throw error;
    return [text.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, "").replace(/\{[{%]/g, "")];
  }
}

export function filledText(text: string, values: Values): string {
  if (!mayHaveTokens(text)) return text;
  return partsOf(text)
    .map((part) => (typeof part === "string" ? part : part.fill(values)))
    .join("");
}

export function mayHaveTokens(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}

function templatesOf(text: string): Template[] {
  try {
    return engine.parse(text);
  } catch (error) {
    throw faultOf(error);
  }
}

/** There are no tags, so what is no token is text; a token may have trimmed it. */
function fixedText(template: Template): string {
  return engine.renderSync([template]);
}

function tokenOf(template: Output): Token {
  if (template.value.initial.postfix.length !== 1)
    throw new TokenFault(`must have one value and its filters in a token (${placeOf(template)})`);
  for (const name of engine.fullVariablesSync([template])) {
    if (!Object.hasOwn(tokenNames, name)) throw new TokenFault(`has an unknown token ${name} (${placeOf(template)})`);
  }
  try {
    engine.renderSync([template], sampleValues);
  } catch (error) {
    throw faultOf(error);
  }
  return { fill: (values) => filled(template, values) };
}

function filled(template: Template, values: Values): string {
  try {
    return String(engine.renderSync([template], values));
  } catch {
    return "";
  }
}

function placeOf({ token }: Pick<Template, "token">): string {
  const [line, column] = token.getPosition();
  return `line ${line}, column ${column}`;
}

/** The library's words, without the place it adds to them in its own way. */
function faultOf(error: unknown): TokenFault {
  if (!LiquidError.is(error)) return new TokenFault("has tokens that can't be read");
  const reason = (error.originalError?.message ?? error.message).replace(/, line:\d+, col:\d+$/, "");
  return new TokenFault(`has a token that can't be filled in: ${reason} (${placeOf(error)})`);
}
