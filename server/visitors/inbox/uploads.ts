import { maxVisitorBytes, visitorBytes } from "../../features/assets";
import { type PageDocument, pageLanguage, phrasesOf } from "../../rendering";
import type { Notice } from "../notices/notices";
import type { VisitorServices } from "../services";
import { MinuteLimit, OpenLimit } from "./limits";
import { type ReceivedForm, receiveUpload } from "./received-form";

/** Forms with files, which count as forms too: far fewer, because each may bring megabytes. */
const networkPerMinute = 12;
const audiencePerMinute = 60;
const tenantPerMinute = 120;
const tenantAtOnce = 8;

/** Receives forms with files. Its limits are for those who know the network, the audience and the tenant. */
export function createUploads({ db, site, clock }: VisitorServices) {
  const open = new OpenLimit(tenantAtOnce);
  return {
    networks: new MinuteLimit(networkPerMinute, clock),
    audiences: new MinuteLimit(audiencePerMinute, clock),
    tenants: new MinuteLimit(tenantPerMinute, clock),
    /** A notice, if it can't be taken. */
    async receive(request: Request, tenantId: string, document: PageDocument): Promise<ReceivedForm | Notice> {
      const fileFields = document.forms.flatMap(({ fields }) => fields.filter(isFile).map(({ name }) => name));
      if (fileFields.length === 0) return { status: 422, ...unwanted };
      if ((await visitorBytes(db, tenantId)) > maxVisitorBytes) return full;
      if (!open.take(tenantId)) return { status: 429, headers: { "retry-after": "60" } };
      try {
        const received = await receiveUpload(request, new Set(fileFields), site.files.incoming);
        if (received === undefined) return { status: 422, ...unwanted };
        return received === "too large" ? tooLarge(document) : received;
      } finally {
        open.release(tenantId);
      }
    },
  };
}

export function isFile({ type }: { type: string }): boolean {
  return type.toLowerCase() === "file";
}

const unwanted = { title: "This could not be sent", text: "Go back to the page, load it again, and try once more." };
const full: Notice = { status: 503, title: "This could not be sent", text: "Files can't be taken at the moment." };

function tooLarge(document: PageDocument): Notice {
  const language = pageLanguage(document);
  const { cannotBeSent, fileHint } = phrasesOf(language);
  return { status: 413, title: cannotBeSent, text: fileHint, language };
}
