import type { StatFigures } from "../../../contract/visits/stats";
import { sumsOf, timeSlot } from "../../visits/rollups/keep-rollups";
import { decodeCounts } from "../../visits/rollups/multiset";
import { noSums, type RollupRow, type Sums, sums } from "../../visits/rollups/rollup-row";
import { medianOf } from "../../visits/rollups/time-slots";
import type { CountedSession } from "../../visits/session-row";
import { NumberSet } from "./number-set";

/** Adds up visits, from sums over many of them or one by one. */
export class Accumulator {
  readonly #sums: Sums = noSums();
  readonly #audiences = new NumberSet();
  readonly #persons = new NumberSet();
  /** By slot. */
  readonly #times: number[] = [];

  addRollup(row: RollupRow): void {
    this.#addSums(row);
    this.#audiences.addCounted(row.audiences);
    this.#persons.addCounted(row.persons);
    decodeCounts(row.times, this.#addTime);
  }

  addSession(session: CountedSession, audienceNumber: number | null): void {
    this.#addSums(sumsOf(session));
    if (audienceNumber !== null) this.#audiences.add(audienceNumber);
    if (session.declared_visitor !== null) this.#persons.add(session.declared_visitor);
    const slot = timeSlot(session);
    if (slot !== undefined) this.#addTime(slot, 1);
  }

  addAll(other: Accumulator): void {
    this.#addSums(other.#sums);
    this.#audiences.addAll(other.#audiences);
    this.#persons.addAll(other.#persons);
    other.#times.forEach((count, slot) => {
      this.#addTime(slot, count);
    });
  }

  #addSums(added: Sums): void {
    for (const name of sums) this.#sums[name] += added[name];
  }

  readonly #addTime = (slot: number, count: number): void => {
    for (let next = this.#times.length; next <= slot; next += 1) this.#times.push(0);
    (this.#times[slot] as number) += count;
  };

  figures(): StatFigures {
    const { visits, bounces, conversions, questions, forms, time_ms, scroll_sum, scroll_count } = this.#sums;
    return {
      visits,
      audiences: this.#audiences.size,
      persons: this.#persons.size,
      bounces,
      conversions,
      questions,
      forms,
      totalTimeSeconds: time_ms / 1_000,
      medianTimeSeconds: medianOf(this.#times),
      averageScrollDepthPercentage: scroll_count === 0 ? null : Math.round((scroll_sum / scroll_count) * 100) / 100,
    };
  }
}
