/** A browser's: requests of machines are noted, and that would be measured too. */
export const browserAgent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 Safari/537.36";
