import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { LruCache } from "../caching/lru-cache";
import { answerTo, type OutgoingAnswer } from "./answer";
import { type ResolveHost, resolveByMachine } from "./host-resolver";
import { OutgoingFailure, toOutgoingFailure } from "./outgoing-failure";
import { allowedUrl, type OutgoingRules } from "./outgoing-rules";
import { mayConnect } from "./public-address";

const defaultTimeoutMs = 15_000;
const idleConnectionMs = 4_000;
const maxIdleConnectionsPerHost = 256;
/** Characters of all remembered addresses together. */
const maxKnownTargetsLength = 100_000;

export interface GuardedOptions {
  rules: OutgoingRules;
  /** Default: the machine's own resolver. */
  resolveHost?: ResolveHost;
  /** How long a request may take, from the look-up of the name to the last byte. */
  timeoutMs?: number;
  /** Certificates to trust beside the usual ones. */
  ca?: string;
}

interface OutgoingRequest {
  url: string;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string;
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
  const agentOptions = { keepAlive: true, timeout: idleConnectionMs, maxFreeSockets: maxIdleConnectionsPerHost };
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

  /** One refused address refuses the name, because we don't choose which of its addresses is connected to. */
  async function checkedAddresses(host: string): Promise<readonly string[]> {
    const addresses = await resolveHost(host);
    if (addresses.length === 0) throw new OutgoingFailure("name_not_found", `${host} has no address`);
    for (const address of addresses) refuseUnlessAllowed(address);
    return addresses;
  }

  const isAllowed = (address: string) => mayConnect(address, rules.networks);

  function refuseUnlessAllowed(address: string): void {
    if (!isAllowed(address)) throw new OutgoingFailure("address_refused", "The address is not a public one");
  }

  const checkedSockets = new WeakSet<Socket>();
  const targets = new LruCache<Target>(maxKnownTargetsLength);

  function targetOf(address: string): Target {
    const url = allowedUrl(address, rules);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // A literal address is never looked up.
    if (isIP(host) !== 0) refuseUnlessAllowed(host);
    const isHttps = url.protocol === "https:";
    return {
      begin: isHttps ? httpsRequest : httpRequest,
      options: {
        host,
        port: url.port || (isHttps ? 443 : 80),
        path: url.pathname + url.search,
        agent: isHttps ? agents.https : agents.http,
        lookup,
        ...(isHttps && isIP(host) === 0 && { servername: host }),
      },
    };
  }

  function send({ url, method, headers, body }: OutgoingRequest): Promise<OutgoingAnswer> {
    return new Promise((resolve, reject) => {
      const { begin, options } = targets.get(url, () => targetOf(url));
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const request = begin({ ...options, method, headers: { ...headers, ...length } });
      const timer = setTimeout(() => fail(new OutgoingFailure("timeout", `No whole answer within ${timeoutMs} ms`)), timeoutMs);
      const fail = (error: unknown) => {
        clearTimeout(timer);
        request.destroy();
        reject(toOutgoingFailure(error));
      };
      request.once("socket", (socket) => checkSocket(socket, () => request.end(body), fail));
      answerTo(request).then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      }, fail);
    });
  }

  /**
   * The address that a new socket is connected to is checked again, before anything is written to it: a runtime may ignore
   * the look-up.
   */
  function checkSocket(socket: Socket, write: () => void, fail: (error: OutgoingFailure) => void): void {
    const check = () => {
      const { remoteAddress } = socket;
      if (remoteAddress === undefined) return fail(new OutgoingFailure("connection_failed", "The connection ended at once"));
      if (!isAllowed(remoteAddress)) return fail(new OutgoingFailure("address_refused", "The address is not a public one"));
      checkedSockets.add(socket);
      return write();
    };
    if (checkedSockets.has(socket)) write();
    else if (socket.connecting) socket.once("connect", check);
    else check();
  }

  return {
    send,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  } satisfies GuardedClient;
}

interface Target {
  begin: typeof httpRequest;
  options: RequestOptions;
}
