import { isbot } from "isbot";
import type { Client } from "../../network/client-address";
import { createNetworks } from "../../network/networks";
import type { VisitSignal } from "../../visits/visit-events";

const prefetchWords = /prefetch|prerender|preview/i;
/** Since this version, Chrome sends `Sec-Fetch-*` with every request over HTTPS. */
const firstWithFetchMetadata = 80;

/** Longer than any browser's. */
const maxAgentLength = 1_000;

/** What the browser or program calls itself. Copied if it is cut: a slice would keep all of it in memory, and many are remembered. */
export function agentOf({ headers }: Request): string {
  const agent = headers.get("user-agent") ?? "";
  return agent.length <= maxAgentLength ? agent : Buffer.from(agent.slice(0, maxAgentLength)).toString();
}

/** What the headers of a request tell about who sends it. */
export function signalsOf(request: Request, isSecure: boolean): VisitSignal[] {
  const { headers, method } = request;
  const signals: VisitSignal[] = [];
  const agent = agentOf(request);
  if (agent === "" || isBotAgent(agent)) signals.push("agent_is_bot");
  if (isPrefetch(headers)) signals.push("prefetch_header");
  if (method === "HEAD") signals.push("head_request");
  if (isSecure && isChrome(agent) && !headers.has("sec-fetch-site")) signals.push("no_fetch_metadata");
  return signals;
}

/** One header after the other, without a list: every page that is asked for is looked at. */
function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz") ?? headers.get("x-purpose");
  return purpose !== null && prefetchWords.test(purpose);
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

const checks = new WeakMap<readonly string[], (address: string) => boolean>();

/**
 * Whether a client is in one of the networks. Never behind a proxy that nobody has named: its address is everybody's, and often in
 * an office's range. The list is the same object until a setting changes.
 */
export function isInternal({ headers }: Request, { address, isOneClient }: Client, networks: readonly string[]): boolean {
  if (networks.length === 0) return false;
  if (!isOneClient && (headers.has("x-forwarded-for") || headers.has("forwarded"))) return false;
  const check = checks.get(networks) ?? createNetworks(networks);
  checks.set(networks, check);
  return check(address);
}
