/** POST and PATCH take an `Idempotency-Key`; what is left can be repeated without one. */
export function takesIdempotencyKey({ method, storesNothing }: { method: string; storesNothing?: true }): boolean {
  return (method === "POST" || method === "PATCH") && !storesNothing;
}
