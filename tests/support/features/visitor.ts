import { request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { installationSecret } from "../../../server/secrets/installation-secret";
import { createSigner } from "../../../server/secrets/signer";
import { tokenDay, writePageToken } from "../../../server/visitors/inbox/page-token";
import type { TestService } from "../service/service";

export interface Visit {
  status: number;
  headers: Record<string, string>;
  /** Decoded. */
  html: string;
  bytes: Buffer;
}

export interface VisitOptions {
  host?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The service's own host, as tests configure it. */
export const ownHost = "pages.foyer.test";

export const chromeAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

/** As browsers ask for pages: these answers are kept in memory, and are not noted as a machine's. */
const browserHeaders = { "accept-encoding": "gzip, deflate, br, zstd", "user-agent": chromeAgent };

/** Opens an address as a browser would that was led to us by that host's DNS; the path goes out as it is spelled. */
export function visit(
  { pagesOrigin }: Pick<TestService, "pagesOrigin">,
  path: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const { host = ownHost, method = "GET", headers = {}, body } = options;
  const { hostname, port } = new URL(pagesOrigin);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers: { host, ...browserHeaders, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const received = response.headers as Record<string, string>;
          const html = bytes.length === 0 ? "" : decoded(bytes, received["content-encoding"]).toString();
          resolve({ status: response.statusCode ?? 0, headers: received, html, bytes });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Sends a form of a page. */
export function post(
  service: Pick<TestService, "pagesOrigin">,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Visit> {
  return visit(service, path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

/** What the forms of an audience's page send along, without opening it. */
export async function pageTokenOf(
  { db, clock }: Pick<TestService, "db" | "clock">,
  tenantId: string,
  audienceId: string,
): Promise<string> {
  const signer = createSigner(await installationSecret(db));
  return writePageToken(signer, { tenantId, audienceId }, tokenDay(audienceId, clock()));
}

/** What the forms of a page send along. */
export function visitorTokenIn(html: string): string {
  return /name="page" value="([^"]+)"/.exec(html)?.[1] ?? "";
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "gzip") return gunzipSync(bytes);
  if (encoding === "br") return brotliDecompressSync(bytes);
  return encoding === "zstd" ? zstdDecompressSync(bytes) : bytes;
}
