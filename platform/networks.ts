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

const addressGroups = 8;
const networkGroups = 4;
const neighbourhoodGroups = 3;

/** What one client is counted by: a version 4 address, or the first 64 bits of a version 6 one, which is one household. */
export function networkOf(address: string): string {
  return isIPv6(address) ? prefixOf(address, networkGroups) : address;
}

/** What is around a network: 256 addresses of version 4, or the first 48 bits of a version 6 one, which is one customer. */
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
