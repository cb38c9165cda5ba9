import { createSocket } from "node:dgram";
import type { Database } from "../../../server/storage/port";
import { sql } from "../../../server/storage/sql";

/** A DNS in which everyone has set the record they were asked for; nobody has while `silent`. */
export interface Dns {
  silent: boolean;
  resolveTxt(name: string): Promise<string[]>;
}

export function createObedientDns(db: Database): Dns {
  // As it is now: a test that watches the service's queries is not to see this one.
  const { all } = db;
  const dns: Dns = {
    silent: false,
    async resolveTxt(name) {
      if (dns.silent) throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: "ENOTFOUND" });
      const claims = await all<{ token: string }>(sql`SELECT token FROM domains WHERE domain = ${name.replace("_foyer.", "")}`);
      return claims.map(({ token }) => `foyer-verification=${token}`);
    },
  };
  return dns;
}

/** TXT records, each in its pieces; or an answer that is none. */
export type DnsAnswer = string[][] | "no such name" | "failure" | "nothing";

export interface DnsServer {
  /** For `resolver.setServers`. */
  address: string;
  /** What it was asked, in order. */
  asked: string[];
  close(): void;
}

const responseCodes = { "no such name": 3, failure: 2 } as const;
const txt = 16;
const internet = 1;

/** A real name server on a free port of the loopback. */
export function startDnsServer(answer: (name: string) => DnsAnswer): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4", (query, from) => {
    const name = nameIn(query);
    asked.push(name);
    const answered = answer(name);
    if (answered !== "nothing") socket.send(responseTo(query, answered), from.port, from.address);
  });
  return new Promise((resolve) => {
    socket.bind(0, "127.0.0.1", () => {
      resolve({ address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() });
    });
  });
}

const headerLength = 12;

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = headerLength; query[at] !== 0; at += (query[at] as number) + 1) {
    labels.push(query.toString("ascii", at + 1, at + 1 + (query[at] as number)));
  }
  return labels.join(".");
}

/** RFC 1035: the question as it came, then the records, which refer to its name. */
function responseTo(query: Buffer, answered: Exclude<DnsAnswer, "nothing">): Buffer {
  const records = typeof answered === "string" ? [] : answered;
  const header = Buffer.alloc(headerLength);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (typeof answered === "string" ? responseCodes[answered] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  const question = query.subarray(headerLength, query.indexOf(0, headerLength) + 5);
  return Buffer.concat([header, question, ...records.map(recordOf)]);
}

function recordOf(pieces: string[]): Buffer {
  const data = Buffer.concat(pieces.flatMap((piece) => [Buffer.from([Buffer.byteLength(piece)]), Buffer.from(piece)]));
  const head = Buffer.from([0xc0, headerLength, 0, txt, 0, internet, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
