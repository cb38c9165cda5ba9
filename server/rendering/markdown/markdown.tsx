/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { MarkedToken, Token, Tokens } from "marked";
import { type AssetScope, imageSource } from "../images";
import { linkAddress, wordsOfAddress } from "../links/link-address";
import { amongText, Picture } from "../picture";
import { isExternal } from "../templates/addresses";
import type { TemplateBuilder } from "../templates/template-builder";
import { decodeEntities } from "./entities";
import { lexInline, lexMarkdown } from "./lex";
import { Paragraphs } from "./paragraphs";

/** The heading level of the section around the text, whose own headings begin one level below. */
const sectionLevel = 2;

/** Only known Markdown becomes markup. HTML is shown as text. */
export function Markdown({ text, builder, assetScope }: Props) {
  // Personal tokens become placeholders first, so their values are never read as Markdown.
  return <FilledMarkdown text={builder.text(text)} builder={builder} assetScope={assetScope} />;
}

/** For text whose tokens are placeholders already. */
export function FilledMarkdown({ text, builder, assetScope }: Props) {
  const tokens = lexMarkdown(text);
  if (tokens === null) return <Paragraphs text={text} />;
  return <>{new MarkdownRenderer(builder, assetScope).blocks(tokens)}</>;
}

/** One line within the markup of a block: emphasis, code, links. In a link or button, `plain` leaves links and images out. */
export function Inline({ text, builder, assetScope, plain = false }: Props & { plain?: boolean }) {
  const tokens = mayBeMarkdown.test(text) ? lexInline(text) : null;
  return <>{tokens === null ? text : new MarkdownRenderer(builder, assetScope, plain).inline(tokens)}</>;
}

const mayBeMarkdown = /[*_~`[<\\&@]|:\/\/|www\./i;

interface Props {
  text: string;
  builder: TemplateBuilder;
  assetScope: AssetScope;
}

class MarkdownRenderer {
  readonly #headings: number[] = [];

  constructor(
    readonly builder: TemplateBuilder,
    readonly assetScope: AssetScope,
    /** Within a link, which has no other links in it. */
    readonly isPlain = false,
  ) {}

  blocks(tokens: readonly Token[]): Child[] {
    return (tokens as MarkedToken[]).map((token) => this.#block(token));
  }

  #block(token: MarkedToken): Child {
    switch (token.type) {
      case "heading":
        return this.#heading(token);
      case "paragraph":
        return <p>{this.inline(token.tokens)}</p>;
      case "list":
        return this.#list(token);
      case "blockquote":
        return <blockquote>{this.blocks(token.tokens)}</blockquote>;
      case "code":
        return (
          <pre tabindex={0}>
            <code>{token.text}</code>
          </pre>
        );
      case "table":
        return this.#table(token);
      case "hr":
        return <hr />;
      case "space":
      case "def":
        return null;
      case "html":
        return <p>{token.raw.trim()}</p>;
      default:
        return this.#span(token);
    }
  }

  /** Each heading is one level below its parent heading, so no level is skipped. */
  #heading(token: Tokens.Heading): Child {
    while ((this.#headings.at(-1) ?? 0) >= token.depth) this.#headings.pop();
    this.#headings.push(token.depth);
    const Level = `h${Math.min(sectionLevel + this.#headings.length, 6)}` as "h3";
    return <Level>{this.inline(token.tokens)}</Level>;
  }

  #list(token: Tokens.List): Child {
    const items = token.items.map((item) => <li>{this.blocks(item.tokens)}</li>);
    if (!token.ordered) return <ul>{items}</ul>;
    return <ol start={token.start === 1 || token.start === "" ? undefined : token.start}>{items}</ol>;
  }

  #table(token: Tokens.Table): Child {
    const rows = token.rows.map((row) => (
      <tr>
        {row.map((cell) => (
          <td class={cell.align ?? undefined}>{this.inline(cell.tokens)}</td>
        ))}
      </tr>
    ));
    return (
      <div class="wide" tabindex={0}>
        <table>
          <thead>
            <tr>
              {token.header.map((cell) => (
                <th class={cell.align ?? undefined}>{this.inline(cell.tokens)}</th>
              ))}
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      </div>
    );
  }

  inline(tokens: readonly Token[] | undefined): Child[] {
    return ((tokens ?? []) as MarkedToken[]).map((token, index) => this.#span(token, index > 0));
  }

  #span(token: MarkedToken, isAfter = false): Child {
    switch (token.type) {
      case "strong":
        return <strong>{this.inline(token.tokens)}</strong>;
      case "em":
        return <em>{this.inline(token.tokens)}</em>;
      case "del":
        return <del>{this.inline(token.tokens)}</del>;
      case "codespan":
        return <code>{token.text}</code>;
      case "br":
        return <br />;
      case "checkbox":
        return token.checked ? "☑ " : "☐ ";
      case "link":
        return this.#link(token);
      case "image":
        return this.#image(token, isAfter);
      case "text":
        // The library's own decoding could produce the characters that placeholders are made of.
        return token.tokens ? this.inline(token.tokens) : decodeEntities(token.raw);
      case "escape":
        return token.text;
      default:
        return token.raw;
    }
  }

  #link(token: Tokens.Link): Child {
    if (this.isPlain) return this.inline(token.tokens);
    const address = decodeEntities(token.href);
    const href = linkAddress(address, this, "has a link that leads nowhere: its words are shown without it");
    if (href === undefined) return this.inline(token.tokens);
    return (
      <a href={href} rel={isExternal(href) ? "noreferrer" : undefined}>
        {token.text.trim() === "" ? wordsOfAddress(address) : this.inline(token.tokens)}
      </a>
    );
  }

  #image(token: Tokens.Image, isAfter: boolean): Child {
    if (this.isPlain) return decodeEntities(token.text);
    const source = imageSource(this.assetScope, token.href, (address) => this.builder.urlWithPlaceholders(address));
    const text = decodeEntities(token.text);
    if (source === undefined) return text;
    const { class: shape, sizes } = amongText(source, this.assetScope);
    const classes = [shape, isAfter && "after"].filter(Boolean).join(" ");
    return <Picture class={classes || undefined} source={source} alt={text} sizes={sizes} />;
  }
}
