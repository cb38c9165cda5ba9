import { lengthOf, type Vector } from "./vector";

/** Passages whose likenesses to each other show what chance reaches. */
const sampled = 150;
/** What a likeness has to exceed that is no chance, as a part of all pairs of passages. */
const chanceShare = 0.99;
/** Numbers that are multiplied at a stretch. */
const productsAtOnce = 500_000;

/** Vectors of an index's passages, as far as they have one. */
export class PassageVectors {
  readonly #vectors: Int8Array;
  /** 0 for a passage without a vector. */
  readonly #lengths: Float32Array;
  readonly #dimensions: number;
  /** The likeness of any two passages, which is taken for none. */
  #usual = 0;
  #bound = 1;

  constructor(passages: number, dimensions: number) {
    this.#dimensions = dimensions;
    this.#vectors = new Int8Array(passages * dimensions);
    this.#lengths = new Float32Array(passages);
  }

  /** One of another length is of another model, and left out. */
  set(passage: number, vector: Vector): void {
    if (vector.length !== this.#dimensions) return;
    this.#vectors.set(vector, passage * this.#dimensions);
    this.#lengths[passage] = lengthOf(vector);
  }

  /** How alike a passage has to be for an answer, on the scale of `likenesses`. */
  get bound(): number {
    return this.#bound;
  }

  get bytes(): number {
    return this.#vectors.byteLength + this.#lengths.byteLength;
  }

  /** Measures what any two passages have in common. */
  *calibrate(): Generator<undefined, void, undefined> {
    const present = [...this.#lengths.keys()].filter((passage) => this.#lengths[passage] !== 0);
    const step = Math.max(1, Math.floor(present.length / sampled));
    const sample = present.filter((_, place) => place % step === 0).slice(0, sampled);
    const cosines: number[] = [];
    for (const [place, passage] of sample.entries()) {
      const vector = this.#vectors.subarray(passage * this.#dimensions, (passage + 1) * this.#dimensions);
      for (const other of sample.slice(place + 1)) cosines.push(this.#cosine(vector, this.#lengths[passage] as number, other));
      yield;
    }
    if (cosines.length === 0) return;
    cosines.sort((one, other) => one - other);
    yield;
    this.#usual = Math.min(0.95, Math.max(0, cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length));
    this.#bound = this.#scaled(cosines[Math.floor((cosines.length - 1) * chanceShare)] as number);
  }

  /** From 0 (no more alike than two passages usually are) to 1; negative for a passage without a vector. Undefined for a vector of another model. */
  *likenesses(vector: Vector): Generator<undefined, Float32Array | undefined, undefined> {
    const length = lengthOf(vector);
    if (vector.length !== this.#dimensions || length === 0) return undefined;
    const likenesses = new Float32Array(this.#lengths.length).fill(-1);
    const atOnce = Math.max(1, Math.floor(productsAtOnce / this.#dimensions));
    for (let passage = 0; passage < likenesses.length; passage += 1) {
      if (this.#lengths[passage] !== 0) likenesses[passage] = this.#scaled(this.#cosine(vector, length, passage));
      if (passage % atOnce === 0) yield;
    }
    return likenesses;
  }

  #cosine(vector: Vector, length: number, passage: number): number {
    const start = passage * this.#dimensions;
    let product = 0;
    for (let at = 0; at < this.#dimensions; at += 1) product += (vector[at] as number) * (this.#vectors[start + at] as number);
    return product / (length * (this.#lengths[passage] as number));
  }

  #scaled(cosine: number): number {
    return Math.max(0, (cosine - this.#usual) / (1 - this.#usual));
  }
}
