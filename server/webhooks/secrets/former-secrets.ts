/** How long deliveries are signed with a replaced secret too. */
const overlapMs = 86_400_000;

/** Each is a signature in every delivery. */
const maxFormer = 4;

interface FormerSecret {
  /** Sealed. */
  secret: string;
  until: number;
}

/** Those that still sign, the newest first. */
export function formerSecrets(stored: string | null, now: number): FormerSecret[] {
  const former = stored === null ? [] : (JSON.parse(stored) as FormerSecret[]);
  return former.filter(({ until }) => until > now);
}

/** With one more that was replaced just now. */
export function withFormer(stored: string | null, secret: string, now: number): string {
  return JSON.stringify([{ secret, until: now + overlapMs }, ...formerSecrets(stored, now)].slice(0, maxFormer));
}
