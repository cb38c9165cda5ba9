import { BlockList, isIP } from "node:net";

/** An address, or a range such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  return parse(text) !== undefined;
}

/** Tells whether an address is in one of these networks. Made once, asked often. */
export function createNetworks(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const network of networks) {
    const parsed = parse(network);
    if (parsed) list.addSubnet(parsed.address, parsed.bits, parsed.family);
  }
  return (address) => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? "ipv4" : "ipv6");
  };
}

/** Of an IPv4 address that is mapped to IPv6, these come before its own 32. A range with fewer would be all of IPv4. */
const mappedBits = 96;

interface Parsed {
  address: string;
  bits: number;
  family: "ipv4" | "ipv6";
}

function parse(text: string): Parsed | undefined {
  const [, given = "", bitsText] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = plainAddress(given);
  const version = isIP(address);
  const isMapped = version === 4 && isIP(given) === 6;
  if (version === 0 || (bitsText !== undefined && address !== given && !isMapped)) return undefined;
  const most = version === 4 ? 32 : 128;
  const bits = bitsText === undefined ? most : Number(bitsText) - (isMapped ? mappedBits : 0);
  return bits < 0 || bits > most ? undefined : { address, bits, family: version === 4 ? "ipv4" : "ipv6" };
}

/** Without a zone; an IPv4 address that was mapped to IPv6 is one of IPv4. */
export function plainAddress(address: string): string {
  const withoutZone = address.replace(/%.*$/, "");
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1] ?? withoutZone;
}

const isPrivateNetwork = createNetworks([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

export function isPrivate(address: string): boolean {
  return isPrivateNetwork(address);
}

/** Whom an address belongs to: of IPv6, one customer has 2^64 addresses. */
export function networkOf(given: string): string {
  const address = plainAddress(given);
  return isIP(address) === 6 ? first64Bits(address) : address;
}

function first64Bits(address: string): string {
  const [before = "", after] = address.toLowerCase().split("::");
  const groups = before.split(":").filter((group) => group !== "");
  // What "::" leaves out is zero, up to the groups after it.
  const missing = after === undefined ? 0 : 8 - groups.length - after.split(":").filter((group) => group !== "").length;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(after ?? "").split(":")];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
