import type { Writing } from "../context";

/** What a visitor sent during a visit. */
export interface Declaration {
  tenantId: string;
  audienceId: string;
  /** As the visitor's browser names it; null without one. */
  visitId: string | null;
  kind: "form" | "question";
  /** Unix milliseconds. */
  at: number;
}

/** In the transaction that records the form or question. */
export async function visitDeclared(_ctx: Writing, _declaration: Declaration): Promise<void> {}
