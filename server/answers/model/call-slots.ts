/** Calls that wait for the model at the same time, in this process. */
const maxCalls = 32;
const maxCallsOfTenant = 8;

/** Nobody waits for a slot: without one, the passages are quoted. So a slow model holds nobody up. */
export class CallSlots {
  readonly #ofTenants = new Map<string, number>();
  #calls = 0;

  /** False when all are taken. */
  take(tenantId: string): boolean {
    const own = this.#ofTenants.get(tenantId) ?? 0;
    if (this.#calls >= maxCalls || own >= maxCallsOfTenant) return false;
    this.#calls += 1;
    this.#ofTenants.set(tenantId, own + 1);
    return true;
  }

  free(tenantId: string): void {
    this.#calls -= 1;
    const own = (this.#ofTenants.get(tenantId) ?? 0) - 1;
    if (own > 0) this.#ofTenants.set(tenantId, own);
    else this.#ofTenants.delete(tenantId);
  }
}
