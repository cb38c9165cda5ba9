/** A try as it is kept and shown. */
export interface Try {
  at: number;
  durationMs: number;
  status: number | null;
  error: string | null;
  answer: string | null;
}
