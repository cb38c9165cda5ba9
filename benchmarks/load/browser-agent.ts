/** Of pages' visitors: what machines ask for is noted, and would be measured along. */
export const browserAgent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 Safari/537.36";
