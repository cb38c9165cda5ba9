import { eachLine, mapped, type Steps } from "../event-loop/steps";

/** A shorter paragraph is quoted together with the next one: it is an introduction, or half a sentence. */
const minLength = 60;
/** A longer one is cut at the end of a sentence, or anywhere if it has none. In characters. */
const maxLength = 1_200;
/** Every paragraph below a heading repeats it, so that a longer heading is cut. In characters. */
const maxHeadingLength = 300;

interface Paragraph {
  /** The headings above it, the nearest last. */
  heading: string;
  body: string;
}

/** Cuts a text by headings and paragraphs. A code block is one paragraph. */
export function* paragraphsOf(text: string, hasHeadings: boolean): Steps<Paragraph[]> {
  const paragraphs: Paragraph[] = [];
  const headings: string[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const end = () => {
    const body = lines.join("\n").trim();
    lines = [];
    if (body === "") return;
    const heading = headings.filter(Boolean).join(" – ");
    const last = paragraphs.at(-1);
    if (last && last.heading === heading && last.body.length < minLength) last.body += `\n\n${body}`;
    else paragraphs.push({ heading, body });
  };
  yield* eachLine(text, (line) => {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (mark && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    const heading = hasHeadings && fence === undefined ? /^ {0,3}(#{1,6})[ \t]+/.exec(line) : null;
    if (heading) {
      end();
      const level = (heading[1] as string).length;
      headings.length = Math.min(headings.length, level - 1);
      headings[level - 1] = headingText(line.slice(heading[0].length));
    } else if (line.trim() === "" && fence === undefined) {
      end();
    } else {
      lines.push(line);
    }
  });
  end();
  const pieces = yield* mapped(paragraphs, ({ heading, body }) => cut(body).map((piece) => ({ heading, body: piece })));
  return pieces.flat();
}

/** Without the marks after it. A pattern for them would read a long run of marks again from each of its characters. */
function headingText(line: string): string {
  let end = line.length;
  while (end > 0 && " \t#".includes(line[end - 1] as string)) end -= 1;
  const text = line.slice(0, end);
  return text.length > maxHeadingLength
    ? text.slice(0, wholeToken(text, wholeCharacters(text, maxHeadingLength))).trimEnd()
    : text;
}

function cut(body: string): string[] {
  const pieces: string[] = [];
  let rest = body;
  while (rest.length > maxLength) {
    const start = rest.slice(0, maxLength);
    const sentence = Math.max(start.lastIndexOf(". "), start.lastIndexOf("\n"), start.lastIndexOf("! "), start.lastIndexOf("? "));
    const at = wholeToken(rest, sentence > maxLength / 4 ? sentence + 1 : wholeCharacters(rest, maxLength));
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trimStart();
  }
  if (rest !== "") pieces.push(rest);
  return pieces;
}

/** A cut inside of a surrogate pair would leave two broken characters. */
function wholeCharacters(text: string, at: number): number {
  return text.slice(0, at).isWellFormed() ? at : at - 1;
}

const token = /\{\{[^{}]*\}\}/y;

/** A cut inside of a token would show its syntax. It is made before the token, or after one that begins the text. */
function wholeToken(text: string, at: number): number {
  const begin = text.lastIndexOf("{{", at - 1);
  if (begin < 0) return at;
  token.lastIndex = begin;
  const length = token.exec(text)?.[0].length ?? 0;
  if (begin + length <= at) return at;
  return begin > 0 ? begin : length;
}
