import * as z from "zod";

/** Several times as many as there are: each may be written in upper and lower case. */
const maxKnownZones = 2_000;

export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be a name of the IANA time zone database, as in Europe/Berlin");

/** To tell, the runtime makes a whole formatter, which takes longer than all other checks of a request. */
const knownZones = new Set<string>();

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  if (!/^[A-Za-z]/.test(name)) return false;
  if (knownZones.size >= maxKnownZones) knownZones.clear();
  knownZones.add(name);
  return true;
}
