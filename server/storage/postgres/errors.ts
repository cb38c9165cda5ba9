import { SQL } from "bun";
import { Unavailable } from "../port";
import { Late } from "./deadlines";

const conflictStates = new Set(["40001", "40P01"]);
// A server going down or coming up, read-only after a failover (0A000: a standby begins no transaction that writes), full, too
// slow, in conflict after every retry, or with damaged data.
const unavailableStates = /^(08...|0A000|57P0[1-5]|57014|25006|25P03|40001|40P01|53...|55P03|XX00[12])$/;
const refusedStates = /^(28...|3D000)$/;
/** The connection ended before the answer, by a loss or by the server itself. */
const lostCodes = new Set(["ERR_POSTGRES_CONNECTION_CLOSED", "ERR_POSTGRES_IDLE_TIMEOUT", "ERR_POSTGRES_LIFETIME_TIMEOUT"]);
const lostStates = /^57P0[1-5]$/;

export function isConflict(error: unknown): boolean {
  return error instanceof SQL.PostgresError && conflictStates.has(error.errno ?? "");
}

/** The user, password or database is not right. */
export function isRefusedByServer(error: unknown): error is Error {
  return error instanceof SQL.PostgresError && refusedStates.test(error.errno ?? "");
}

/** A statement of a transaction in which another one has failed before. */
export function isFollowUp(error: unknown): boolean {
  return error instanceof SQL.PostgresError && error.errno === "25P02";
}

/** `wasSent`: what failed is a commit, so it is not known whether a lost one was made. A conflict stays what it is. */
export function translated(error: unknown, { wasSent = false } = {}): unknown {
  if (error instanceof Late) return wasSent ? unavailable(error, true) : error;
  if (!(error instanceof SQL.PostgresError)) return error;
  if (wasSent && isConflict(error)) return error;
  const state = error.errno ?? "";
  if (!error.code.startsWith("ERR_POSTGRES_CONNECTION") && !unavailableStates.test(state)) return error;
  return unavailable(error, wasSent && (lostCodes.has(error.code) || lostStates.test(state)));
}

function unavailable(cause: Error, mayBeDone: boolean): Unavailable {
  return new Unavailable("PostgreSQL can't answer", { cause, mayBeDone });
}
