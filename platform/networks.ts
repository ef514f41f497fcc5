import { BlockList, isIPv6 } from "node:net";

/** Returns true if an address belongs to one of some networks. */
export type InNetworks = (address: string) => boolean;

const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Returns the test for networks such as `10.0.0.0/8` and `::1`, which were validated when the setting was read. */
export function inNetworks(networks: readonly string[]): InNetworks {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Returns an address without the zone of a network interface; an IPv4 address that is mapped to IPv6 in its IPv4 form. */
export function plainAddress(address: string): string {
  if (!address.includes(":")) return address;
  return mapped.exec(address)?.[1] ?? address.replace(/%.*$/, "");
}

const addressGroups = 8;
const networkGroups = 4;
const neighbourhoodGroups = 3;

/** Returns the network by which one client is counted: an IPv4 address, or the first 64 bits of an IPv6 one, which is one household. */
export function networkOf(address: string): string {
  return isIPv6(address) ? prefixOf(address, networkGroups) : address;
}

/** Returns the surroundings of a network: 256 IPv4 addresses, or the first 48 bits of an IPv6 one, which is one customer. */
export function neighbourhoodOf(address: string): string {
  return isIPv6(address) ? prefixOf(address, neighbourhoodGroups) : address.replace(/\.\d+$/, "");
}

function prefixOf(address: string, prefixGroups: number): string {
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, addressGroups - groups.length - after.length) }, () => "0");
  const all = tail === undefined ? groups : [...groups, ...zeros, ...after];
  return all
    .slice(0, prefixGroups)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":");
}
