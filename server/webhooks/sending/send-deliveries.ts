import type { Writing } from "../../context";
import { turns } from "../../event-loop/turns";
import type { JobContext, NamedJobKind } from "../../jobs/job";
import { WakeUp } from "../../jobs/wake-up";
import { BodiesAhead } from "../deliveries/bodies-ahead";
import { type DueDelivery, dueDeliveries, nextTryInMs } from "../deliveries/delivery-rows";
import { type Settled, settleDeliveries } from "../deliveries/settle-deliveries";
import { afterFailure, afterSuccess, failuresUntilProbing, findHealth, type Health, saveHealth, unknownHealth } from "../health";
import { enqueueSending, probeReceiverJob, type SendingPayload, sendDeliveriesJob } from "../jobs";
import { disableSubscription, findReceiver, type Receiver } from "../receivers";
import { isHopeless } from "../schedule";
import { type Outcome, sendOne } from "./send-one";

/** Requests that are open to one subscription at a time. */
const maxWindow = 10;
/**
 * Deliveries that are read ahead for each request that may be open: sending goes on while outcomes are written, and a slow
 * receiver takes little memory.
 */
const deliveriesPerRequest = 40;
/** Outcomes are written together, once there are this many or the first has waited for so long. */
const outcomesAtOnce = 192;
const gatherMs = { usually: 40, whileBusy: 250 };
/** How often a job looks for new deliveries while a slow receiver keeps it waiting. */
const lookAgainMs = 250;
/** After this time the job ends and another takes its place, behind those of other tenants. */
const maxRunMs = 5_000;

const kind = {
  maxAttempts: 10,
  async run(job: JobContext, { subscriptionId }: SendingPayload): Promise<void> {
    await new Sending(job, subscriptionId).run();
  },
};
export const sendDeliveries: NamedJobKind<SendingPayload> = { type: sendDeliveriesJob, ...kind };
export const probeReceiver: NamedJobKind<SendingPayload> = { type: probeReceiverJob, ...kind };

/** Sends what is due to one subscription. */
class Sending {
  readonly #wakeUp = new WakeUp();
  readonly #bodies: BodiesAhead;
  /** Deliveries that are being sent, or whose outcome is not written yet. */
  readonly #unsettled = new Set<string>();
  #queue: DueDelivery[] = [];
  #outcomes: Outcome[] = [];
  #open = 0;
  #receiver: Receiver | undefined;
  #health: Health = unknownHealth;
  /** Begins small, so that a dead receiver is not sent much at once. */
  #window = 1;
  #isEnding = false;
  #broken: unknown;

  constructor(
    readonly job: JobContext,
    readonly subscriptionId: string,
  ) {
    this.#bodies = new BodiesAhead(job.site.outlet.bodies, job.db, job.tenantId);
  }

  async run(): Promise<void> {
    const until = performance.now() + maxRunMs;
    [this.#health] = await Promise.all([findHealth(this.job.db, this.job.tenantId, this.subscriptionId), this.#writeAndRead()]);
    const wasProbing = this.#isProbing;
    while (this.#queue.length + this.#unsettled.size > 0) {
      this.#wakeUp.clear();
      this.#isEnding ||= performance.now() > until || this.#receiver === undefined || this.#isProbing !== wasProbing;
      if (this.#isEnding) this.#queue = [];
      this.#begin();
      if (this.#open > 0 && this.#outcomes.length < outcomesAtOnce) {
        await this.#wakeUp.sleep(
          this.#outcomes.length === 0 ? lookAgainMs : turns.isBusy ? gatherMs.whileBusy : gatherMs.usually,
        );
      }
      if (this.#broken !== undefined) throw this.#broken;
      if (this.#outcomes.length > 0 || (this.#queue.length === 0 && this.#hasRoom)) await this.#writeAndRead();
    }
    await this.job.finish((ctx) => this.#leave(ctx));
  }

  get #isProbing(): boolean {
    return this.#health.failures_in_a_row >= failuresUntilProbing;
  }

  get #hasRoom(): boolean {
    return this.#open < (this.#isProbing ? 1 : this.#window);
  }

  #begin(): void {
    while (this.#hasRoom && this.#receiver) {
      const delivery = this.#queue.shift();
      if (!delivery) return;
      this.#open += 1;
      this.#unsettled.add(delivery.delivery_id);
      void this.#send(delivery, this.#receiver).catch((error) => {
        this.#broken = error;
        this.#wakeUp.wake();
      });
    }
  }

  async #send(delivery: DueDelivery, receiver: Receiver): Promise<void> {
    const { clock, site } = this.job;
    const { outlet } = site;
    const outcome = await this.#try(delivery, receiver);
    const isFirst = delivery.tries_made === 0;
    outlet.count(outcome.isSuccess ? "succeeded" : "failed", !isFirst, isFirst ? clock() - delivery.occurred_at : undefined);
    this.#open -= 1;
    this.#outcomes.push(outcome);
    this.#window = outcome.isSuccess ? Math.min(maxWindow, this.#window * 2) : Math.max(1, Math.floor(this.#window / 2));
    if (!this.#isEnding) this.#begin();
    if (this.#outcomes.length === 1 || this.#outcomes.length >= outcomesAtOnce || this.#open === 0) this.#wakeUp.wake();
  }

  /** The body is read within the gate: it may be erased while it waits. How long it is shows then, and a long one waits again. */
  async #try(delivery: DueDelivery, receiver: Receiver): Promise<Outcome> {
    const { tenantId, clock, site } = this.job;
    const { outlet } = site;
    const send = (body: string | undefined) => sendOne(outlet, receiver, delivery, body, clock);
    const tried = await outlet.gate.through(tenantId, this.subscriptionId, 0, async () => {
      const body = await this.#bodies.bodyOf(delivery, this.#queue);
      return typeof body === "object" ? body : send(body);
    });
    if (!("bytes" in tried)) return tried;
    return outlet.gate.through(tenantId, this.subscriptionId, tried.bytes, async () =>
      send(await this.#bodies.longBodyOf(delivery)),
    );
  }

  /** What is done is written, and what is due is read: in one transaction, or in none when there is nothing to write. */
  async #writeAndRead(): Promise<void> {
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    const isHungry = !this.#isEnding && this.#queue.length < deliveriesPerRequest * this.#window;
    const { receiver, found } =
      outcomes.length === 0
        ? await this.#read(this.job, isHungry)
        : await this.job.step(async (ctx) => {
            await this.#settle(ctx, outcomes);
            return this.#read(ctx, isHungry);
          });
    this.#receiver = receiver;
    const known = new Set([...this.#unsettled, ...this.#queue.map(({ delivery_id }) => delivery_id)]);
    // Tests and redeliveries are sent to a subscription that is not active too.
    const wanted = found.filter(({ purpose }) => receiver?.isActive || purpose !== "event");
    this.#queue.push(...wanted.filter(({ delivery_id }) => !known.has(delivery_id)));
    if (!receiver?.isActive) this.#queue = this.#queue.filter(({ purpose }) => purpose !== "event");
    for (const { delivery } of outcomes) this.#unsettled.delete(delivery.delivery_id);
  }

  async #read(place: Pick<JobContext, "db" | "dialect" | "tenantId">, isHungry: boolean) {
    const [receiver, found] = await Promise.all([
      findReceiver(place.db, this.job.site.vault, place.tenantId, this.subscriptionId, this.job.clock()),
      isHungry ? dueDeliveries(place, this.subscriptionId, this.#queue.at(-1), deliveriesPerRequest * this.#window) : [],
    ]);
    return { receiver, found };
  }

  async #settle(ctx: Writing, outcomes: readonly Outcome[]): Promise<void> {
    // Read again, because the subscription may have been reactivated or deleted.
    const before = await findHealth(ctx.db, ctx.tenantId, this.subscriptionId);
    let health = before;
    const written = [settleDeliveries(ctx, this.subscriptionId, outcomes.map(toSettled))];
    for (const outcome of outcomes) {
      const { delivery, isSuccess, made } = outcome;
      if (isSuccess) health = afterSuccess(health, ctx.now);
      if (isSuccess || delivery.purpose !== "event" || made.error === "event_erased") continue;
      health = afterFailure(health, ctx.now, delivery.tries_made === 0);
      written.push(this.#disableIfHopeless(ctx, health, outcome));
    }
    if (health !== before) written.push(saveHealth(ctx, this.subscriptionId, health));
    await Promise.all(written);
    this.#health = health;
  }

  async #disableIfHopeless(ctx: Writing, health: Health, { delivery, isGone, made }: Outcome): Promise<void> {
    if (!isGone && !isHopeless(health, delivery.occurred_at, ctx.now)) return;
    const last = { eventId: delivery.event_id, eventType: delivery.event_type, status: made.status, answer: made.answer };
    await disableSubscription(ctx, this.subscriptionId, this.#receiver?.url ?? "", isGone ? "gone" : "failing", last);
  }

  /** This job is removed already. Deliveries that came meanwhile, or are due later, get another one. */
  async #leave(ctx: Writing): Promise<void> {
    if (!this.#receiver) return;
    const { isActive } = this.#receiver;
    const inMs = await nextTryInMs(ctx, this.subscriptionId, !isActive);
    if (inMs !== undefined) await enqueueSending(ctx, this.subscriptionId, this.#health.failures_in_a_row, inMs);
  }
}

function toSettled({ delivery, isSuccess, waitMs, made }: Outcome): Settled {
  return { delivery, state: isSuccess ? "succeeded" : waitMs === null ? "failed" : "pending", waitMs, made };
}
