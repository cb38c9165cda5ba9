import { turns } from "../../event-loop/turns";
import { limitedText } from "../../files/multipart/body-chunks";
import type { Client } from "../../network/client-address";
import { networkOf } from "../../network/networks";
import { EventRecorder } from "../../visits/record-events";
import { type Visit, type VisitEventRow, type VisitedPage, type VisitSignal, visitOf } from "../../visits/visit-events";
import { MinuteLimit } from "../inbox/limits";
import type { Host } from "../routing/hosts";
import type { VisitorServices } from "../services";
import { type Batch, maxBatchBytes, readBatch, utmIn } from "./batch";
import { type MachineRequest, MachineRequests } from "./machine-requests";
import type { Networks } from "./networks";
import { onOwnClock } from "./own-clock";
import { agentOf, isInternal, signalsOf, wantsPrivacy } from "./signals";
import type { Viewer, Views } from "./views";
import { VisitTokens } from "./visit-token";

/**
 * Requests, not events. A page that is looked at sends one every 15 seconds. No single network can use up what an audience may
 * send, and no single audience what a tenant may.
 */
const networkPerMinute = 3_000;
const audiencePerMinute = 12_000;
const tenantPerMinute = 600_000;
/** A batch counts as one request for each five events, so that large batches can't fill the database within the limits. */
const eventsPerRequest = 5;

type Take = (request: Request, host: Host, path: string, client: Client) => Promise<Response>;

/** Takes what pages tell about visits: batches of the tracker, views without JavaScript, and followed decoy links. */
interface Collector {
  takeBatch: Take;
  takeView: Take;
  takeDecoy: Take;
  /**
   * A page was asked for. People's visits are told by the page itself; most machines ask for nothing else, so theirs begin here if
   * the request shows what they are.
   */
  notePage(request: Request, page: AskedPage, client: () => Client): void;
}

interface AskedPage {
  visited: VisitedPage;
  headers: { isSecure: boolean };
}

interface Sender extends Viewer {
  request: Request;
  signals: VisitSignal[];
}

export function createCollector(services: VisitorServices, networks: Networks, views: Views): Collector {
  const { db, clock, monotonic, newId, site, settings } = services;
  const tokens = new VisitTokens(site.signer);
  const recorder = new EventRecorder(db, clock);
  const networkLimit = new MinuteLimit(networkPerMinute, monotonic);
  const audienceLimit = new MinuteLimit(audiencePerMinute, monotonic);
  const tenantLimit = new MinuteLimit(tenantPerMinute, monotonic);
  const machines = new MachineRequests(monotonic, (asked) => {
    recordMachine(asked).catch(nobodyWaits);
  });

  return { takeBatch: limited(takeBatch), takeView: limited(takeView), takeDecoy: limited(takeDecoy), notePage };

  function notePage(request: Request, page: AskedPage, client: () => Client): void {
    const signals = signalsOf(request, page.headers.isSecure);
    if (signals.length > 0) noteMachine(request, page.visited, signals, client()).catch(nobodyWaits);
  }

  async function noteMachine(request: Request, token: VisitedPage, signals: VisitSignal[], client: Client): Promise<void> {
    const sender = { agent: agentOf(request), token, network: networkBehind(client), now: clock() };
    const asksForPrivacy = wantsPrivacy(request);
    const { recording, internalNetworks } = await settings.of(token.tenantId);
    if (recording === "off") return;
    if (isInternal(request, client, internalNetworks)) signals.push("internal_network");
    machines.add({ ...sender, signals, isAnonymous: recording === "anonymous" || asksForPrivacy });
  }

  /** The tenant may have changed what is recorded since it asked. */
  async function recordMachine({ signals, ...machine }: MachineRequest): Promise<void> {
    const { tenantId } = machine.token;
    const { recording } = await settings.of(tenantId);
    if (recording === "off") return;
    const visit = views.visitOfMachine({ ...machine, isAnonymous: machine.isAnonymous || recording === "anonymous" });
    const events = signals.map((signal) => signalled(visit, signal, machine.now));
    await write(tenantId, clock(), [visit], events);
  }

  async function takeBatch(sender: Sender): Promise<Response> {
    const { now, token } = sender;
    const batch = await batchOf(sender.request, sender.isAnonymous);
    if (!batch) return new Response(null, { status: 400 });
    const { length } = batch.events;
    for (let counted = eventsPerRequest; counted < length; counted += eventsPerRequest) {
      if (!isWithinLimits(sender)) return tooMany();
    }
    const isFromBefore = batch.isAnonymous && !batch.isNamedAnew;
    const nameOf = (name: string) => (isFromBefore ? views.nameAnew(name, now) : name);
    const visit = visitOf(token, nameOf(batch.visitKey), batch.isAnonymous);
    const load_key = nameOf(batch.load);
    const sent = isFromBefore ? onOwnClock(batch, networks, now) : batch.events;
    const events = sent.map((event) => ({ ...event, load_key, visit_key: visit.visitKey, received_at: now }));
    await record(sender, visit, events, batch.sentMs);
    return taken(batch.isAnonymous);
  }

  function isWithinLimits({ network, token }: Sender): boolean {
    if (network !== undefined && !networkLimit.take(network)) return false;
    return audienceLimit.take(token.audienceId) && tenantLimit.take(token.tenantId);
  }

  async function takeView(sender: Sender): Promise<Response> {
    const { now } = sender;
    const viewed = views.viewed(sender);
    const campaign = sender.isAnonymous ? {} : utmIn(searchOfPage(sender.request));
    const view = { now, campaign, signals: sender.signals };
    const news = viewed.newsOf(view);
    const { visit } = viewed;
    const events = news.views.map(({ key, utm }) => noted(visit, "view", key, { utm }, now));
    await record({ ...sender, signals: news.signals }, visit, events, 0);
    viewed.written(view, news);
    return new Response(pixel, { headers: { "content-type": "image/gif", "cache-control": "no-store" } });
  }

  async function takeDecoy(sender: Sender): Promise<Response> {
    const { network, token, now } = sender;
    const others = network === undefined ? [] : networks.followDecoy(network, token, now);
    const marked = others.length > 0 ? others : [views.viewed(sender).visit];
    const events = marked.map((visit) => signalled(visit, "decoy_link", now));
    await write(token.tenantId, now, marked, events);
    return new Response(null, { status: 204 });
  }

  async function record(sender: Sender, visit: Visit, events: readonly VisitEventRow[], openMs: number): Promise<void> {
    const { token, network, now } = sender;
    const told = network === undefined ? [] : networks.seen(network, visit, token.person, now, openMs);
    const visits = new Map([visit, ...told.map(({ opened }) => opened.visit)].map((one) => [one.visitKey, one]));
    const signals = [
      ...sender.signals.map((signal) => signalled(visit, signal, now)),
      ...told.map(({ opened, signal }) => signalled(opened.visit, signal, now)),
    ];
    if (events.length + signals.length === 0) return;
    await write(token.tenantId, now, [...visits.values()], [...events, ...signals]);
    networks.recorded(told);
  }

  async function write(tenantId: string, now: number, visits: readonly Visit[], events: readonly VisitEventRow[]): Promise<void> {
    const turn = turns.next(tenantId);
    if (turn) await turn;
    await recorder.record({ tenantId, now, newId, dialect: db.dialect }, visits, events);
  }

  /** Limits come first, and what is refused counts too: the token is in the address, so not even the body is read before. */
  function limited(take: (sender: Sender) => Promise<Response>): Take {
    return async (request, host, path, client) => {
      const network = networkBehind(client);
      if (network !== undefined && !networkLimit.take(network)) return tooMany();
      const token = tokens.read(tokenIn(path));
      // The answer gives no reason, so that guessing tokens reveals nothing.
      if (!token || (!host.own && host.tenantId !== token.tenantId)) return taken(wantsPrivacy(request));
      const { tenantId, audienceId } = token;
      if (!audienceLimit.take(audienceId) || !tenantLimit.take(tenantId)) return tooMany();
      const agent = agentOf(request);
      machines.told({ token, network, agent });
      const { recording, internalNetworks } = await settings.of(tenantId);
      if (recording === "off") return taken(true);
      const signals = signalsOf(request, !host.own || site.pagesUrl.startsWith("https:"));
      if (isInternal(request, client, internalNetworks)) signals.push("internal_network");
      const isAnonymous = recording === "anonymous" || wantsPrivacy(request);
      return take({ request, agent, token, network, signals, isAnonymous, now: clock() });
    };
  }
}

const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Undefined when anybody may be behind the address. */
function networkBehind({ address, isOneClient }: Client): string | undefined {
  return isOneClient ? networkOf(address) : undefined;
}

/** Without a database, what a machine has asked for is not noted. It has its page. */
function nobodyWaits(): void {}

/**
 * A header tells the page's script to keep nothing in the browser: it may not know that its visitor, or the tenant, wants that.
 * Always without content, because a browser goes on waiting for what the script does not read.
 */
function taken(isPrivate: boolean): Response {
  return new Response(null, isPrivate ? { status: 204, headers: { "foyer-private": "1" } } : { status: 204 });
}

function tooMany(): Response {
  return new Response(null, { status: 429, headers: { "retry-after": "60" } });
}

/** `/_foyer/visits/TOKEN`, whatever it ends with. */
function tokenIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.gif$/, "");
}

/** The query of the page that shows an image: the image's own address is the same for everybody who has the page. */
function searchOfPage({ headers }: Request): string {
  const page = URL.parse(headers.get("referer") ?? "");
  return page && page.host === headers.get("host") ? page.search : "";
}

/** Undefined for a body that the tracker would not send. */
async function batchOf(request: Request, isAnonymous: boolean): Promise<Batch | undefined> {
  const text = await limitedText(request, maxBatchBytes);
  return text === undefined ? undefined : readBatch(text, isAnonymous);
}

function signalled(visit: Visit, signal: VisitSignal, now: number): VisitEventRow {
  return noted(visit, "signal", `signal ${signal}`, { signal }, now);
}

/** What the server notes itself: once for each key. */
function noted({ visitKey }: Visit, type: VisitEventRow["type"], key: string, data: object, now: number): VisitEventRow {
  return { visit_key: visitKey, load_key: key, seq: 0, type, at_ms: 0, sent_ms: 0, received_at: now, data: JSON.stringify(data) };
}
