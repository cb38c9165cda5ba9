import { maxVisitorBytes, visitorBytes } from "../../features/assets";
import { type PageDocument, phrasesOf } from "../../rendering";
import type { Notice } from "../notices/notices";
import type { VisitorServices } from "../services";
import { FormLimits, OpenLimit } from "./limits";
import { type ReceivedForm, receiveUpload } from "./received-form";

/** Forms with files, which count as forms too: far fewer, because each may bring megabytes. */
const perMinute = { network: 12, audience: 60, tenant: 120 };
const tenantAtOnce = 8;
/** One slow network can't take all uploads that a tenant may have at once. */
const networkAtOnce = 2;
/** Enough for the largest form on a slow phone. */
const receiveTimeoutMs = 300_000;

/** Receives forms with files, within limits for each network, audience and tenant. */
export function createUploads({ db, site, monotonic }: VisitorServices) {
  const open = new OpenLimit(tenantAtOnce);
  const openOfNetwork = new OpenLimit(networkAtOnce);
  return {
    limits: new FormLimits(perMinute, monotonic),
    /** A notice if the form can't be taken. `network`: undefined if it may be that of many clients. */
    async receive(
      request: Request,
      tenantId: string,
      { document, language }: { document: PageDocument; language: string },
      network: string | undefined,
    ): Promise<ReceivedForm | Notice> {
      const fileFields = document.forms.flatMap(({ fields }) => fields.filter(isFile).map(({ name }) => name));
      if (fileFields.length === 0) return unwanted;
      if ((await visitorBytes(db, tenantId)) > maxVisitorBytes) return full;
      if (network !== undefined && !openOfNetwork.take(network)) return tooManyNotice;
      try {
        if (!open.take(tenantId)) return tooManyNotice;
        try {
          const endsAt = monotonic() + receiveTimeoutMs;
          const received = await receiveUpload(
            request,
            tenantId,
            new Set(fileFields),
            site.files.incoming,
            () => monotonic() > endsAt,
          );
          if (received === undefined) return unwanted;
          if (received === "too long") return tooLong;
          return received === "too large" ? tooLarge(language) : received;
        } finally {
          open.release(tenantId);
        }
      } finally {
        if (network !== undefined) openOfNetwork.release(network);
      }
    },
  };
}

export function isFile({ type }: { type: string }): boolean {
  return type.toLowerCase() === "file";
}

export const tooManyNotice: Notice = { status: 429, headers: { "retry-after": "60" } };
const unwanted: Notice = { status: 422, kind: "refused" };
export const tooLong: Notice = { status: 413, kind: "tooLong" };
const full: Notice = { status: 503, kind: "noFiles" };

function tooLarge(language: string): Notice {
  return { status: 413, kind: "refused", text: phrasesOf(language).fileHint };
}
