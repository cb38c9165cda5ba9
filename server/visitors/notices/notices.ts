import { renderNoticePage } from "../../rendering";
import { contentPolicy, safetyHeaders } from "../headers";
import type { NoticeBrand } from "./notice-brands";

/** What a visitor is told in place of a page. */
export interface Notice {
  status: number;
  /** Replaces the usual title of that status; `text` its usual text. */
  title?: string;
  text?: string;
  /** Where a link back leads. */
  back?: string;
  /** Where to go on. */
  next?: { href: string; title: string };
  /** Of the page that it belongs to. */
  language?: string;
  headers?: Record<string, string>;
}

const usualWords: Record<number, [title: string, text: string]> = {
  308: ["This page has another address", "Your browser is taking you there."],
  404: ["There is nothing here", "The address may have been mistyped, or the page is not there yet."],
  405: ["This can't be done here", "Pages can be read, and nothing else."],
  410: ["This page is gone", "It was here, and has been taken away."],
  421: ["Nobody lives here", "This server has no pages for that name."],
  429: ["A moment, please", "That was a lot at once. Try again in a minute."],
  503: ["Back in a moment", "The page can't be shown just now. Please try again shortly."],
};
const otherWords: [title: string, text: string] = ["Something went wrong", "It is not your fault. Please try again later."];

export function noticeResponse(
  { status, title, text, back, next, language, headers }: Notice,
  noticeBrand: NoticeBrand | null,
): Response {
  const [usualTitle, usualText] = usualWords[status] ?? otherWords;
  const { html, sources } = renderNoticePage({
    status,
    brand: noticeBrand?.brand ?? null,
    ...(noticeBrand?.assetScope && { assetScope: noticeBrand.assetScope }),
    title: title ?? usualTitle,
    text: text ?? usualText,
    ...(back !== undefined && { back }),
    ...(next && { next }),
    ...(language !== undefined && { language }),
  });
  return new Response(html, {
    status,
    headers: {
      ...safetyHeaders,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentPolicy(sources),
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      ...headers,
    },
  });
}
