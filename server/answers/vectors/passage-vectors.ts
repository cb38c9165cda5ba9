import { lengthOf, type Vector } from "./vector";

/** Passages that are compared with each other to learn how similar random passages are. */
const sampledPassages = 150;
/** Similarity makes an answer only above this quantile of the similarities between random passages. */
const chanceQuantile = 0.99;
/** Multiplications between two pauses. */
const productsAtOnce = 500_000;

/** Vectors of an index's passages, as far as they have one. */
export class PassageVectors {
  readonly #vectors: Int8Array;
  /** 0 for a passage without a vector. */
  readonly #lengths: Float32Array;
  readonly #dimensions: number;
  /** The mean cosine of two random passages, which counts as similarity 0. */
  #usual = 0;
  #bound = 1;

  constructor(passages: number, dimensions: number) {
    this.#dimensions = dimensions;
    this.#vectors = new Int8Array(passages * dimensions);
    this.#lengths = new Float32Array(passages);
  }

  /** A vector of another length comes from another model, and is left out. */
  set(passage: number, vector: Vector): void {
    if (vector.length !== this.#dimensions) return;
    this.#vectors.set(vector, passage * this.#dimensions);
    this.#lengths[passage] = lengthOf(vector);
  }

  /** The least similarity of an answer, on the scale of `similarities`. */
  get bound(): number {
    return this.#bound;
  }

  get bytes(): number {
    return this.#vectors.byteLength + this.#lengths.byteLength;
  }

  /** Measures how similar random passages are. */
  *calibrate(): Generator<undefined, void, undefined> {
    const present = [...this.#lengths.keys()].filter((passage) => this.#lengths[passage] !== 0);
    const step = Math.max(1, Math.floor(present.length / sampledPassages));
    const sample = present.filter((_, index) => index % step === 0).slice(0, sampledPassages);
    const cosines: number[] = [];
    for (const [index, passage] of sample.entries()) {
      const vector = this.#vectors.subarray(passage * this.#dimensions, (passage + 1) * this.#dimensions);
      for (const other of sample.slice(index + 1)) cosines.push(this.#cosine(vector, this.#lengths[passage] as number, other));
      yield;
    }
    if (cosines.length === 0) return;
    cosines.sort((one, other) => one - other);
    yield;
    this.#usual = Math.min(0.95, Math.max(0, cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length));
    this.#bound = this.#scaled(cosines[Math.floor((cosines.length - 1) * chanceQuantile)] as number);
  }

  /** From 0 (as similar as random passages) to 1; negative for a passage without a vector. Undefined for a vector of another model. */
  *similarities(vector: Vector): Generator<undefined, Float32Array | undefined, undefined> {
    const length = lengthOf(vector);
    if (vector.length !== this.#dimensions || length === 0) return undefined;
    const similarities = new Float32Array(this.#lengths.length).fill(-1);
    const atOnce = Math.max(1, Math.floor(productsAtOnce / this.#dimensions));
    for (let passage = 0; passage < similarities.length; passage += 1) {
      if (this.#lengths[passage] !== 0) similarities[passage] = this.#scaled(this.#cosine(vector, length, passage));
      if (passage % atOnce === 0) yield;
    }
    return similarities;
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
