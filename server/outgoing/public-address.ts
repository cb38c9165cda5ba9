import ipaddr from "ipaddr.js";

/** A range of addresses that the operator has allowed, as `ipaddr.js` has it. */
export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** `10.1.0.0/16`; undefined when it is not a range. */
export function parseRange(text: string): AddressRange | undefined {
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

/** All public IPv6 addresses, without those that contain an IPv4 address and those that are not assigned yet. */
const publicIpv6 = ipaddr.parseCIDR("2000::/3");
/** Protocols of the IETF, not hosts. */
const protocolIpv6 = ipaddr.parseCIDR("2001::/23");

/** Whether a request may go there: to the public internet, or to what the operator has allowed. */
export function mayConnect(address: string, allowed: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // An IPv4 address within an IPv6 one leads where the IPv4 address leads.
  const target = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
  if (allowed.some((network) => isWithin(target, network))) return true;
  if (target.range() !== "unicast") return false;
  return target.kind() === "ipv4" || (isWithin(target, publicIpv6) && !isWithin(target, protocolIpv6));
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: AddressRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
