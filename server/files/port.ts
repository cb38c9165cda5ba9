/** Where uploaded files are kept. Keys are made by us alone: `tenant/file`, `tenant/file.preview`. */
export interface Files {
  /** A folder of this process for files on their way in; what a crash leaves there is gone at the next start. */
  readonly incoming: string;
  /** Takes over a file from `incoming`; durable once resolved. */
  put(key: string, path: string, contentType: string): Promise<void>;
  /** Undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  /** The bytes from `start` up to, not including, `end`. */
  read(key: string, start: number, end: number): ReadableStream<Uint8Array>;
  /** One that is not there is removed already. */
  remove(key: string): Promise<void>;
}
