/** What to ask for the addresses of a host. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/**
 * Uses the hosts file and the name servers of this machine. Not the system's `getaddrinfo`: it blocks a thread until the name
 * servers answer, so a few names whose servers are silent would hold up all others.
 */
export const resolveByMachine: ResolveHost = async (host) => {
  const found = await Bun.dns.lookup(host, { backend: "c-ares" });
  return found.map(({ address }) => address);
};
