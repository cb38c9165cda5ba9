/** POST and PATCH take an `Idempotency-Key`; all other methods can be repeated without one. */
export function takesIdempotencyKey({ method, storesNothing }: { method: string; storesNothing?: true }): boolean {
  return (method === "POST" || method === "PATCH") && !storesNothing;
}
