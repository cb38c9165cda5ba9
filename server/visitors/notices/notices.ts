import { renderNoticePage } from "../../rendering";
import { policyOf, safetyHeaders } from "../headers";
import type { Branded } from "./looks";

/** What a visitor is told in place of a page. */
export interface Notice {
  status: number;
  /** In place of the usual words for that status. */
  title?: string;
  text?: string;
  /** Where to go on. */
  back?: string;
  headers?: Record<string, string>;
}

const words: Record<number, [title: string, text: string]> = {
  308: ["This page has another address", "Your browser is taking you there."],
  404: ["There is nothing here", "The address may have been mistyped, or the page is not there yet."],
  405: ["This can't be done here", "Pages can be read, and nothing else."],
  410: ["This page is gone", "It was here, and has been taken away."],
  421: ["Nobody lives here", "This server has no pages for that name."],
  429: ["A moment, please", "That was a lot at once. Try again in a minute."],
  503: ["Back in a moment", "The page can't be shown just now. Please try again shortly."],
};
const otherwise: [title: string, text: string] = ["Something went wrong", "It is not your fault. Please try again later."];

export function noticeResponse({ status, title, text, back, headers }: Notice, branded: Branded | null): Response {
  const [usualTitle, usualText] = words[status] ?? otherwise;
  const { html, sources } = renderNoticePage({
    status,
    brand: branded?.look ?? null,
    ...(branded?.place && { assetScope: branded.place }),
    title: title ?? usualTitle,
    text: text ?? usualText,
    ...(back !== undefined && { back }),
  });
  return new Response(html, {
    status,
    headers: {
      ...safetyHeaders,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policyOf(sources),
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      ...headers,
    },
  });
}
