import { WrongConfig } from "../server/config";
import { Problem } from "../server/records/problem";
import { Unavailable } from "../server/storage/port";
import { isRefusedByServer } from "../server/storage/postgres/errors";

/** The message is shown to the user of the command. */
export class Failure extends Error {
  override name = "Failure";
}

export class WrongUsage extends Error {
  override name = "WrongUsage";
}

/** The message for the user, without a stack trace. */
export function explain(error: unknown): { message: string; exitCode: 1 | 2 } {
  if (error instanceof WrongUsage || error instanceof WrongConfig) return { message: error.message, exitCode: 2 };
  if (error instanceof Failure || error instanceof Problem) return { message: error.message, exitCode: 1 };
  if (error instanceof Unavailable)
    return { message: `The database can't be reached or is too busy${reasonOf(error.cause)}`, exitCode: 1 };
  if (isRefusedByServer(error)) return { message: `The database refuses it: ${error.message}. Check DATABASE_URL.`, exitCode: 1 };
  return { message: `Something went wrong${reasonOf(error)}`, exitCode: 1 };
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? `: ${error.message}` : "";
}
