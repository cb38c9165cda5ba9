import type { OutgoingAnswer } from "../../outgoing/answer";
import { type Failure, OutgoingFailure } from "../../outgoing/outgoing-failure";
import type { DueDelivery } from "../deliveries/delivery-rows";
import type { Try } from "../deliveries/tries";
import type { Receiver } from "../receivers";
import { waitMs } from "../schedule";
import { signedHeaders } from "../secrets/signature";
import type { Outlet } from "./outlet";

const maxKeptAnswerBytes = 16_384;

/** `http_status`: there was an answer that is no success. */
type TryError = Failure | "http_status" | "event_erased";

export interface Outcome {
  delivery: DueDelivery;
  isSuccess: boolean;
  /** Until the next try; null when there is none. */
  waitMs: number | null;
  isGone: boolean;
  made: Try;
}

/** One try. Never throws: a failure is an outcome. */
export async function sendOne(
  { client }: Outlet,
  receiver: Receiver,
  delivery: DueDelivery,
  body: string | undefined,
  clock: () => number,
): Promise<Outcome> {
  const at = clock();
  const started = performance.now();
  if (body === undefined) return ended(null, "event_erased");
  try {
    const headers = {
      ...receiver.headers,
      "content-type": "application/json",
      "user-agent": "Foyer-Webhooks/1",
      ...signedHeaders({ id: delivery.event_id, at, body }, receiver.signingKeys),
    };
    const answer = await client.send({ url: receiver.url, method: "POST", headers, body });
    return ended(answer, answer.status >= 200 && answer.status < 300 ? null : "http_status");
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    return ended(null, error.failure);
  }

  function ended(answer: OutgoingAnswer | null, error: TryError | null): Outcome {
    const isOver =
      error === null ||
      error === "event_erased" ||
      delivery.tries_left <= 1 ||
      answer?.header("webhook-delivery")?.trim().toLowerCase() === "abort-message";
    return {
      delivery,
      isSuccess: error === null,
      waitMs: isOver ? null : waitMs(delivery.tries_made + 1, answer?.header("retry-after"), clock()),
      isGone: answer?.status === 410,
      made: {
        at,
        durationMs: Math.round(performance.now() - started),
        status: answer?.status ?? null,
        error,
        answer: answer && beginning(answer.text),
      },
    };
  }
}

/** Cut between characters, never within one. */
function beginning(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= maxKeptAnswerBytes
    ? text
    : new TextDecoder().decode(bytes.subarray(0, maxKeptAnswerBytes), { stream: true });
}
