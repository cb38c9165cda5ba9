import { spokenLanguages } from "../../../contract/pages/language";
import type { NoticeBrand } from "./notice-brands";

/** The language of the page that something was sent from, else the tenant's, else the browser's if we speak it. */
export function noticeLanguage(request: Request, brand: NoticeBrand | null): string | undefined {
  return namedLanguage(request) ?? brand?.language ?? preferredLanguage(request);
}

/** The language of the page that a form was sent from: it is part of the form's address, so that it is known before the body. */
export function namedLanguage(request: Request): string | undefined {
  const named = URL.canParse(request.url) ? new URL(request.url).searchParams.get("language") : null;
  return named !== null && isLanguageTag(named) ? named : undefined;
}

function isLanguageTag(text: string): boolean {
  return /^[a-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/.test(text);
}

/** The header lists languages from the most to the least wanted. Its weights are not read: browsers write it in that order. */
function preferredLanguage(request: Request): string | undefined {
  const accepted = (request.headers.get("accept-language") ?? "").slice(0, maxHeaderLength).toLowerCase().split(",");
  const wanted = accepted.map((one) => one.trim().split(/[-;]/)[0]);
  return spokenLanguages.find((language) => language === wanted.find((one) => spokenLanguages.some((known) => known === one)));
}

const maxHeaderLength = 500;
