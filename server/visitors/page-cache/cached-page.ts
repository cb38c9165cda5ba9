import type { VisitedPage } from "../../visits/visit-events";
import type { PageHeaders } from "../headers";
import type { CompressedEncoding } from "./encodings";
import type { CompressedPage } from "./live-page";
import { Section } from "./ring-buffer";

/**
 * A page whose body is in the ring buffer. There are ten thousand of them, and every collection of all garbage looks at each of their
 * objects; so what is seldom asked for is one text.
 */
export class CachedPage extends Section implements CompressedPage {
  readonly address: string;
  readonly encoding: CompressedEncoding;
  readonly tag: string;
  readonly headers: PageHeaders;
  readonly until: number;
  readonly #visited: string;

  constructor({ address, encoding, tag, headers, until, visited }: CompressedPage) {
    super();
    this.address = address;
    this.encoding = encoding;
    this.tag = tag;
    this.headers = headers;
    this.until = until;
    this.#visited = [visited.tenantId, visited.audienceId, visited.pageId, visited.versionId, visited.person].join(" ");
  }

  /** May soon be overwritten. */
  get body(): Uint8Array<ArrayBuffer> {
    return this.bytes;
  }

  get visited(): VisitedPage {
    const [tenantId = "", audienceId = "", pageId = "", versionId = "", person = ""] = this.#visited.split(" ");
    return { tenantId, audienceId, pageId, versionId, person };
  }
}
