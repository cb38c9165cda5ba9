import { type NoticeKind, phrasesOf, renderNoticePage } from "../../rendering";
import { contentPolicy, safetyHeaders } from "../headers";
import type { NoticeBrand } from "./notice-brands";

/** What a visitor is told in place of a page. */
export interface Notice {
  status: number;
  /** Which words it shows: without a kind, those of its status. */
  kind?: NoticeKind;
  /** Replaces the title of its kind; `text` replaces the text. */
  title?: string;
  text?: string;
  /** Where a link back leads. */
  back?: string;
  /** Where to go on. */
  next?: { href: string; title: string };
  /** The language of its page. Default: the tenant's. */
  language?: string | undefined;
  headers?: Record<string, string>;
}

const usualKinds: Readonly<Record<number, NoticeKind>> = {
  308: "moved",
  404: "notFound",
  405: "notAllowed",
  410: "gone",
  421: "noSite",
  429: "tooMany",
  503: "unavailable",
};

export function noticeResponse(notice: Notice, noticeBrand: NoticeBrand | null): Response {
  const { status, kind = usualKinds[status] ?? "trouble", back, next, headers } = notice;
  const language = notice.language ?? noticeBrand?.language ?? "en";
  const [title, text] = phrasesOf(language).notices[kind];
  const { html, sources } = renderNoticePage({
    status,
    brand: noticeBrand?.brand ?? null,
    ...(noticeBrand?.assetScope && { assetScope: noticeBrand.assetScope }),
    title: notice.title ?? title,
    text: notice.text ?? text,
    language,
    ...(back !== undefined && { back }),
    ...(next && { next }),
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
