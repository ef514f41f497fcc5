import { BlockList, isIPv6 } from "node:net";

/** Tells whether an address belongs to one of some networks. */
export type InNetworks = (address: string) => boolean;

const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** The function that knows networks such as `10.0.0.0/8` and `::1`; they were checked when the setting was read. */
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

/** An address without the zone of a network card; one of version 4 that was written as one of version 6, in its own form. */
export function plainAddress(address: string): string {
  if (!address.includes(":")) return address;
  return mapped.exec(address)?.[1] ?? address.replace(/%.*$/, "");
}

const prefixGroups = 4;

/** What one client is counted by: a version 4 address, or the first 64 bits of a version 6 one, which is one household. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 2 * prefixGroups - groups.length - after.length) }, () => "0");
  const all = tail === undefined ? groups : [...groups, ...zeros, ...after];
  return all
    .slice(0, prefixGroups)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":");
}
