import type { JSX } from "hono/jsx/jsx-runtime";
import { isSafeUrl } from "../../../contract/fields";
import { atOnce, type Steps } from "../../event-loop/steps";
import { type Segment, segmentsOf, type Token } from "../tokens";
import { hasTokensOnlyInQuery, withScheme } from "./addresses";
import { escapeHtml, escapeJson } from "./escape";
import { eachFragment } from "./fragment";
import { templatePlaceholder, templatePlaceholders, toStoredPlaceholders, withoutPlaceholders } from "./placeholders";
import type { RenderContext } from "./render-context";
import type { Placeholder, Template } from "./template";

/**
 * Puts texts with tokens into markup. Every text of a page goes through `text`, every address through `url`; the JSX
 * around them escapes the fixed text, and a placeholder escapes what it is filled with.
 */
export class TemplateBuilder {
  readonly #placeholders: Placeholder[] = [];
  /** What each placeholder stands for; an empty string if it is not a token. */
  readonly #segments: Segment[] = [];

  constructor(readonly cleanValue: (value: string) => string = unchanged) {}

  text(text: string): string {
    return this.#withPlaceholders(segmentsOf(text), escapeHtml);
  }

  /** The first of these texts that is not blank once its tokens are filled in. */
  firstOf(texts: readonly string[], encode = escapeHtml): string {
    const [first = [], ...others] = texts
      .map(segmentsOf)
      .filter((segments) => segments.some((segment) => typeof segment !== "string" || !isBlank(segment)));
    const isNeverBlank = first.some((segment) => typeof segment === "string" && !isBlank(segment));
    if (others.length === 0 || isNeverBlank) return this.#withPlaceholders(first, encode);
    const choices = [first, ...others];
    return this.#add("", (context) => {
      for (const segments of choices) {
        const filled = segments.map((segment) =>
          typeof segment === "string" ? encode(withoutPlaceholders(segment)) : this.#fill(segment, context, encode),
        );
        if (!filled.every(isBlank)) return filled.join("");
      }
      return "";
    });
  }

  /** A text inside a JSON string. */
  json(text: string): string {
    return this.#withPlaceholders(segmentsOf(text), escapeJson);
  }

  /** Undefined for an unsafe address: the caller then shows no link. */
  url(address: string): string | undefined {
    return this.#address(segmentsOf(address));
  }

  /** Like `url`, for an address taken out of what `text` returned. */
  urlWithPlaceholders(address: string): string | undefined {
    return this.#address(
      address
        .split(templatePlaceholders)
        .map((part, index) => (index % 2 === 0 ? part : (this.#segments[Number(part)] as Segment))),
    );
  }

  /** A placeholder for markup that is made separately. */
  slot(name: string): string {
    return this.#add("", (_, slots) => {
      const markup = slots[name] ?? "";
      return typeof markup === "string" ? markup : markup();
    });
  }

  /** One builder can build several templates. */
  build(markup: JSX.Element | string): Template {
    return toStoredPlaceholders(String(markup))
      .split(templatePlaceholders)
      .map((part, index) => (index % 2 === 0 ? part : (this.#placeholders[Number(part)] as Placeholder)))
      .filter((part) => part !== "");
  }

  /** For markup that all audiences of a page see: it becomes fragments, which outlive any one audience. */
  buildShared(markup: JSX.Element | string): Template {
    return atOnce(this.buildSharedInSteps(markup));
  }

  *buildSharedInSteps(markup: JSX.Element | string): Steps<Template> {
    const template: Template[number][] = [];
    for (const part of this.build(markup)) {
      if (typeof part !== "string") template.push(part);
      else
        for (const fragment of eachFragment(part)) {
          template.push(fragment);
          yield;
        }
    }
    return template;
  }

  #address([start = "", ...others]: readonly Segment[]): string | undefined {
    const segments = [typeof start === "string" ? withScheme(start) : start, ...others];
    const fixed = segments.map((segment) => (typeof segment === "string" ? segment : "")).join("");
    if (fixed === "" || !isSafeUrl(fixed) || !hasTokensOnlyInQuery(segments)) return undefined;
    return this.#withPlaceholders(segments, encodeURIComponent);
  }

  #withPlaceholders(segments: readonly Segment[], encode: (value: string) => string): string {
    return segments
      .map((segment) => {
        if (typeof segment === "string") return withoutPlaceholders(segment);
        return this.#add(segment, (context) => this.#fill(segment, context, encode));
      })
      .join("");
  }

  #fill(token: Token, context: RenderContext, encode: (value: string) => string): string {
    return context.fillToken(token, (value) => encode(this.cleanValue(withoutPlaceholders(value))));
  }

  #add(segment: Segment, placeholder: Placeholder): string {
    this.#segments.push(segment);
    return templatePlaceholder(this.#placeholders.push(placeholder) - 1);
  }
}

function unchanged(value: string): string {
  return value;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
