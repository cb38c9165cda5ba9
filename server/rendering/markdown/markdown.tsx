/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { MarkedToken, Token, Tokens } from "marked";
import { imageSource, type Place } from "../images";
import { leadsElsewhere } from "../templates/addresses";
import type { Weave } from "../templates/template";
import { withoutEntities } from "./entities";
import { lexed } from "./lex";
import { Paragraphs } from "./paragraphs";

/** Of the section it stands in: its own headings are below that. */
const sectionLevel = 2;

/** Only what is listed here becomes markup; HTML in it is text like any other. */
export function Markdown({ text, weave, place }: { text: string; weave: Weave; place: Place }) {
  // Tokens become marks first, so that nothing they are filled in with is ever taken for Markdown.
  const marked = weave.text(text);
  const tokens = lexed(marked);
  if (tokens === null) return <Paragraphs text={marked} />;
  return <>{new MarkdownView(weave, place).blocks(tokens)}</>;
}

class MarkdownView {
  readonly #headings: number[] = [];

  constructor(
    readonly weave: Weave,
    readonly place: Place,
  ) {}

  blocks(tokens: readonly Token[]): Child[] {
    return (tokens as MarkedToken[]).map((token) => this.#block(token));
  }

  #block(token: MarkedToken): Child {
    switch (token.type) {
      case "heading":
        return this.#heading(token);
      case "paragraph":
        return <p>{this.#inline(token.tokens)}</p>;
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

  /** One level below the heading that it is under, whatever its own was: none is left out. */
  #heading(token: Tokens.Heading): Child {
    while ((this.#headings.at(-1) ?? 0) >= token.depth) this.#headings.pop();
    this.#headings.push(token.depth);
    const Level = `h${Math.min(sectionLevel + this.#headings.length, 6)}` as "h3";
    return <Level>{this.#inline(token.tokens)}</Level>;
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
          <td class={cell.align ?? undefined}>{this.#inline(cell.tokens)}</td>
        ))}
      </tr>
    ));
    return (
      <div class="wide" tabindex={0}>
        <table>
          <thead>
            <tr>
              {token.header.map((cell) => (
                <th class={cell.align ?? undefined}>{this.#inline(cell.tokens)}</th>
              ))}
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      </div>
    );
  }

  #inline(tokens: readonly Token[] | undefined): Child[] {
    return ((tokens ?? []) as MarkedToken[]).map((token, index) => this.#span(token, index > 0));
  }

  #span(token: MarkedToken, isAfter = false): Child {
    switch (token.type) {
      case "strong":
        return <strong>{this.#inline(token.tokens)}</strong>;
      case "em":
        return <em>{this.#inline(token.tokens)}</em>;
      case "del":
        return <del>{this.#inline(token.tokens)}</del>;
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
        // The library's own decoding would let a text pretend to be one of our marks.
        return token.tokens ? this.#inline(token.tokens) : withoutEntities(token.raw);
      case "escape":
        return token.text;
      default:
        return token.raw;
    }
  }

  #link(token: Tokens.Link): Child {
    const href = this.weave.markedUrl(withoutEntities(token.href));
    if (href === undefined) return this.#inline(token.tokens);
    return (
      <a href={href} rel={leadsElsewhere(href) ? "noreferrer" : undefined}>
        {this.#inline(token.tokens)}
      </a>
    );
  }

  #image(token: Tokens.Image, isAfter: boolean): Child {
    const source = imageSource(this.place, token.href, (address) => this.weave.markedUrl(address));
    const text = withoutEntities(token.text);
    if (source === undefined) return text;
    return <img class={isAfter ? "after" : undefined} src={source} alt={text} loading="lazy" decoding="async" />;
  }
}
