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
