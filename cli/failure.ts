import { WrongConfig } from "../server/config";
import { Problem } from "../server/records/problem";
import { Unavailable } from "../server/storage/port";

/** It can't be done, in words for whoever typed the command. */
export class Failure extends Error {
  override name = "Failure";
}

/** It was not typed right. */
export class WrongUsage extends Error {
  override name = "WrongUsage";
}

/** What to say of an error and how to end; never where in the code it came from. */
export function explain(error: unknown): { message: string; exitCode: 1 | 2 } {
  if (error instanceof WrongUsage || error instanceof WrongConfig) return { message: error.message, exitCode: 2 };
  if (error instanceof Failure || error instanceof Problem) return { message: error.message, exitCode: 1 };
  if (error instanceof Unavailable)
    return { message: `The database can't be reached or is too busy${reasonOf(error.cause)}`, exitCode: 1 };
  return { message: `Something went wrong${reasonOf(error)}`, exitCode: 1 };
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? `: ${error.message}` : "";
}
