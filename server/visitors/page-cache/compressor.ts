import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, zstdCompress } from "node:zlib";
import { SharedWork } from "../../caching/shared-work";
import { TenantSlots } from "../../event-loop/tenant-slots";
import { turns } from "../../event-loop/turns";
import type { CompressedEncoding } from "./encodings";

/**
 * Pages up to this length are compressed at once, because another thread takes twice the processor time. Longer ones would keep
 * other visitors waiting.
 */
const maxLengthAtOnce = 32_768;
const maxBytesPerCharacter = 3;
/** Each takes megabytes of its own. */
const maxInProgress = 4;
/** One is always left for others. */
const maxOfTenant = 3;

/**
 * Most visitors of a personal page are its first, so compressing has to be quick. Bun's own zstd takes two thirds of the time of
 * `node:zlib`'s. Brotli's second level would make pages 7% smaller in twice the time.
 */
const quickZstd = { level: 1 };
const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 16 } };
/**
 * For long pages, which another thread compresses: one with every block has to fit into 14 KB, which a first round trip brings.
 * For one of 56 KB: zstd 13.9 KB in 1.9 ms, 3% less than at level 5 in 1.2 ms; Brotli 13.5 KB in 3.5 ms.
 */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const [zstdLater, brotliLater, gzipLater] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)];

interface Algorithm {
  now: (bytes: Buffer) => Buffer<ArrayBuffer>;
  later: (bytes: Buffer) => Promise<Buffer<ArrayBuffer>>;
}

const algorithms: Record<CompressedEncoding, Algorithm> = {
  zstd: {
    now: (bytes) => Bun.zstdCompressSync(bytes, quickZstd) as Buffer<ArrayBuffer>,
    later: (bytes) => zstdLater(bytes, zstd),
  },
  br: { now: (bytes) => brotliCompressSync(bytes, quickBrotli), later: (bytes) => brotliLater(bytes, brotli) },
  gzip: { now: (bytes) => gzipSync(bytes), later: (bytes) => gzipLater(bytes) },
};

/** Compresses pages: each once for all who ask for it meanwhile, a few large ones at a time, those of several tenants in turn. */
export class Compressor {
  readonly #compressing = new SharedWork<Buffer<ArrayBuffer>>();
  readonly #slots = new TenantSlots(maxInProgress, maxOfTenant);
  /** For the bytes of small pages, which are compressed before anything else runs: as buffers of their own they are freed late. */
  readonly #scratch = Buffer.allocUnsafeSlow(maxLengthAtOnce * maxBytesPerCharacter);

  /** `name` stands for the content: the same name is the same text. */
  compress(
    name: string,
    chunks: readonly string[],
    encoding: CompressedEncoding,
    tenantId: string,
  ): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (length <= maxLengthAtOnce) return this.#compressNow(chunks, encoding);
    // The bytes of a page are put together when its turn has come: those that wait take no memory for theirs.
    const compressInTurn = async () => {
      await turns.next(tenantId);
      return algorithms[encoding].later(bytesOf(chunks));
    };
    return this.#compressing.run(`${encoding} ${name}`, () => this.#slots.run(tenantId, compressInTurn));
  }

  #compressNow(chunks: readonly string[], encoding: CompressedEncoding): Buffer<ArrayBuffer> {
    let length = 0;
    for (const chunk of chunks) length += this.#scratch.write(chunk, length);
    return algorithms[encoding].now(this.#scratch.subarray(0, length));
  }
}

export function bytesOf(chunks: readonly string[]): Buffer<ArrayBuffer> {
  return Buffer.from(chunks.join(""));
}
