import { OutgoingFailure } from "./outgoing-failure";
import type { AddressRange } from "./public-address";

const usualPorts = [80, 443, 8443];

/** What the operator allows beyond public https; never a tenant. */
export interface OutgoingRules {
  http: boolean;
  ports: readonly number[] | "any";
  networks: readonly AddressRange[];
}

/** The address as a URL. Throws an OutgoingFailure if no request may go there. */
export function allowedUrl(address: string, rules: OutgoingRules): URL {
  const refuse = (why: string): never => {
    throw new OutgoingFailure("address_refused", why);
  };
  if (!URL.canParse(address)) return refuse("It is not an address");
  const url = new URL(address);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && rules.http)) return refuse("Only https is allowed");
  if (url.username !== "" || url.password !== "") return refuse("The address has a user name or password");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (rules.ports !== "any" && ![...usualPorts, ...rules.ports].includes(port)) return refuse(`The port ${port} is not allowed`);
  return url;
}
