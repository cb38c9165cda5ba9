/** Where uploaded files are stored. Keys are `tenant/file`, with a suffix for what is drawn from it. */
export interface Files {
  /** The same for every process that uses this folder or bucket, and for no other. */
  readonly mark: string;
  /** This process's folder for files that are being uploaded. The next start removes what a crash leaves there. */
  readonly incoming: string;
  /** This process's folder for what it can make again at any time. The next start removes it. */
  readonly scratch: string;
  /** Moves a file from `incoming` into the store. Durable once resolved. */
  put(key: string, path: string, contentType: string): Promise<void>;
  /** Undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** The bytes from `start` up to, not including, `end`. */
  read(key: string, start: number, end: number): ReadableStream<Uint8Array>;
  /** Writes a whole file to a path in `incoming`, where nobody may change it. */
  copy(key: string, path: string): Promise<void>;
  /** Succeeds when there is no such file. */
  remove(key: string): Promise<void>;
}
