import { BlockList, isIP } from "node:net";
import { isbot } from "isbot";
import type { Signal } from "../../visits/visit-events";

const prefetchHeaders = ["sec-purpose", "purpose", "x-moz", "x-purpose"];
const prefetchWords = /prefetch|prerender|preview/i;
/** Since this version, Chrome sends `Sec-Fetch-*` with every request over HTTPS. */
const firstWithFetchMetadata = 80;

/** What the headers of a request tell about who sends it. */
export function signalsOf(request: Request, isSecure: boolean): Signal[] {
  const { headers, method } = request;
  const signals: Signal[] = [];
  const agent = headers.get("user-agent") ?? "";
  if (agent === "" || isBotAgent(agent)) signals.push("agent_is_bot");
  if (prefetchHeaders.some((name) => prefetchWords.test(headers.get(name) ?? ""))) signals.push("prefetch_header");
  if (method === "HEAD") signals.push("head_request");
  if (isSecure && isChrome(agent) && !headers.has("sec-fetch-site")) signals.push("no_fetch_metadata");
  return signals;
}

/** Global Privacy Control or Do Not Track. */
export function wantsPrivacy({ headers }: Request): boolean {
  return headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";
}

const maxAgents = 2_000;
const agents = new Map<string, boolean>();

function isBotAgent(agent: string): boolean {
  const known = agents.get(agent);
  if (known !== undefined) return known;
  const isBot = isbot(agent);
  if (agents.size >= maxAgents) agents.clear();
  agents.set(agent, isBot);
  return isBot;
}

function isChrome(agent: string): boolean {
  return Number(/\bChrome\/(\d{1,4})\./.exec(agent)?.[1] ?? 0) >= firstWithFetchMetadata;
}

const networksByList = new WeakMap<readonly string[], BlockList>();

/** Whether an address is in one of the networks, each an address or in CIDR notation. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0 || address === "") return false;
  let list = networksByList.get(networks);
  if (!list) {
    list = new BlockList();
    for (const network of networks) {
      const [base = "", bits] = network.split("/");
      const family = isIP(base) === 6 ? "ipv6" : "ipv4";
      if (isIP(base) !== 0) list.addSubnet(base, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
    }
    networksByList.set(networks, list);
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}
