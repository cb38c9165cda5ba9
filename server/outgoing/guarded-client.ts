import { lookup as systemLookup } from "node:dns";
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { mayConnect, type Network } from "./public-address";

const usualPorts = [80, 443, 8443];
const maxAnswerBytes = 65_536;
const defaultTimeoutMs = 15_000;
const idleConnectionMs = 4_000;
const maxIdleConnections = 256;

/** What the operator allows beyond public https; never a tenant. */
export interface OutgoingRules {
  http: boolean;
  ports: readonly number[] | "any";
  networks: readonly Network[];
}

export type ResolveHost = (host: string) => Promise<readonly string[]>;

export interface GuardedOptions {
  rules: OutgoingRules;
  /** Default: the machine's own resolver. */
  resolveHost?: ResolveHost;
  /** How long a request may take, from the look-up of the name to the last byte. */
  timeoutMs?: number;
  /** Certificates to trust beside the usual ones. */
  ca?: string;
}

export interface OutgoingRequest {
  url: string;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** Why there was no answer. */
export const failures = [
  "address_refused",
  "name_not_found",
  "connection_refused",
  "connection_failed",
  "certificate_invalid",
  "timeout",
  "answer_invalid",
] as const;
export type Failure = (typeof failures)[number];

export interface OutgoingAnswer {
  status: number;
  header(name: string): string | undefined;
  /** The first 64 KB; what comes after is not waited for. */
  text: string;
}

export class OutgoingFailure extends Error {
  override name = "OutgoingFailure";

  constructor(
    readonly failure: Failure,
    message: string,
  ) {
    super(message);
  }
}

/** Makes every request that a tenant can aim. It reaches public addresses alone, follows no redirect and knows no proxy. */
export interface GuardedClient {
  send(request: OutgoingRequest): Promise<OutgoingAnswer>;
  close(): void;
}

/**
 * On `node:https` and not `fetch`, because `fetch` takes no look-up of ours and obeys proxy variables. The look-up returns
 * checked addresses alone, and the socket connects to what it returned.
 */
export function createGuardedClient({ rules, resolveHost = resolveByMachine, timeoutMs = defaultTimeoutMs, ca }: GuardedOptions) {
  const agentOptions = { keepAlive: true, timeout: idleConnectionMs, maxFreeSockets: maxIdleConnections };
  const agents = {
    http: new HttpAgent(agentOptions),
    https: new HttpsAgent({ ...agentOptions, ...(ca !== undefined && { ca }) }),
  };

  const lookup: LookupFunction = (host, options, done) => {
    checkedAddresses(host).then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: isIP(address) }));
        if (options.all) return done(null, addresses);
        const [first] = addresses as [(typeof addresses)[number]];
        return done(null, first.address, first.family);
      },
      (error) => done(error, []),
    );
  };

  /** One refused address refuses the name: which one is connected to is not in our hands. */
  async function checkedAddresses(host: string): Promise<readonly string[]> {
    const addresses = await resolveHost(host);
    if (addresses.length === 0) throw new OutgoingFailure("name_not_found", `${host} has no address`);
    for (const address of addresses) refuseUnlessAllowed(address);
    return addresses;
  }

  function refuseUnlessAllowed(address: string): void {
    if (!mayConnect(address, rules.networks)) throw new OutgoingFailure("address_refused", "The address is not a public one");
  }

  function send(outgoing: OutgoingRequest): Promise<OutgoingAnswer> {
    return new Promise((resolve, reject) => {
      const url = refused(outgoing.url, rules);
      const host = url.hostname.replace(/^\[|\]$/g, "");
      // A literal address is never looked up.
      if (isIP(host) !== 0) refuseUnlessAllowed(host);
      const isHttps = url.protocol === "https:";
      const content = outgoing.body === undefined ? undefined : Buffer.from(outgoing.body);
      const request = (isHttps ? httpsRequest : httpRequest)({
        host,
        port: url.port || (isHttps ? 443 : 80),
        path: url.pathname + url.search,
        method: outgoing.method,
        headers: { ...outgoing.headers, ...(content && { "content-length": String(content.length) }) },
        agent: isHttps ? agents.https : agents.http,
        lookup,
        ...(isHttps && isIP(host) === 0 && { servername: host }),
      });
      const timer = setTimeout(() => fail(new OutgoingFailure("timeout", `No whole answer within ${timeoutMs} ms`)), timeoutMs);
      const fail = (error: unknown) => {
        clearTimeout(timer);
        request.destroy();
        reject(translated(error));
      };
      guardSocket(request, (address) => mayConnect(address, rules.networks), fail);
      request.on("error", fail);
      request.on("response", (response) => {
        readAnswer(response).then((answer) => {
          clearTimeout(timer);
          resolve(answer);
        }, fail);
      });
      request.end(content);
    });
  }

  return {
    send,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  } satisfies GuardedClient;
}

/** The address that is connected to is checked again at the socket, in case that the look-up was not used. */
function guardSocket(request: ClientRequest, isAllowed: (address: string) => boolean, fail: (error: unknown) => void): void {
  request.on("socket", (socket) => {
    const check = () => {
      const { remoteAddress } = socket;
      if (remoteAddress !== undefined && !isAllowed(remoteAddress)) {
        socket.destroy();
        fail(new OutgoingFailure("address_refused", "The address is not a public one"));
      }
    };
    if (socket.connecting) socket.once("connect", check);
    else check();
  });
}

function refused(address: string, rules: OutgoingRules): URL {
  const refuse = (why: string): never => {
    throw new OutgoingFailure("address_refused", why);
  };
  if (!URL.canParse(address)) return refuse("It is not an address");
  const url = new URL(address);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && rules.http)) return refuse("Only https is allowed");
  if (url.username !== "" || url.password !== "") return refuse("The address has a user name or password");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (rules.ports !== "any" && ![...usualPorts, ...rules.ports].includes(port)) return refuse(`The port ${port} is not allowed`);
  return url;
}

function readAnswer(response: IncomingMessage): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const done = () =>
      resolve({
        status: response.statusCode ?? 0,
        header: (name) => [response.headers[name]].flat()[0],
        text: Buffer.concat(pieces).subarray(0, maxAnswerBytes).toString("utf8"),
      });
    response.on("data", (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes <= maxAnswerBytes) return;
      done();
      response.destroy();
    });
    response.on("error", reject);
    response.on("aborted", () => reject(new OutgoingFailure("connection_failed", "The connection ended within the answer")));
    response.on("end", () => {
      if (!response.complete) return reject(new OutgoingFailure("connection_failed", "The connection ended within the answer"));
      done();
    });
  });
}

const codes: Readonly<Record<string, Failure>> = {
  ENOTFOUND: "name_not_found",
  ENODATA: "name_not_found",
  EAI_AGAIN: "name_not_found",
  ECONNREFUSED: "connection_refused",
  ETIMEDOUT: "timeout",
};

function translated(error: unknown): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error;
  const { code = "", message = String(error) } = error as { code?: string; message?: string };
  return new OutgoingFailure(codes[code] ?? guessed(code, message), message.slice(0, 200));
}

function guessed(code: string, message: string): Failure {
  if (/CERT|SELF_SIGNED|ALTNAME|ISSUER|VERIFY|TLS|SSL/i.test(`${code} ${message}`)) return "certificate_invalid";
  return /^HPE_|pars|malformed|invalid/i.test(`${code} ${message}`) ? "answer_invalid" : "connection_failed";
}

async function resolveByMachine(host: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found.map(({ address }) => address))));
  });
}
