import { isIP } from "node:net";

import { type InNetworks, inNetworks, plainAddress } from "../networks.ts";

/**
 * Networks that lie behind the service instead of in front of it, or nowhere: the special-purpose registries of RFC 6890 with those that
 * carry an IPv4 address inside an IPv6 one. `::ffff:0:0/96` is missing, because a mapped address is judged as the IPv4 address that it is.
 */
const specialNetworks: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
];

/** Returns the test of whether an address may be called: a public one, or one in the networks that were allowed. */
export function createAddressCheck(allowedNetworks: readonly string[]): InNetworks {
  const isSpecial = inNetworks(specialNetworks);
  const isAllowed = inNetworks(allowedNetworks);
  return (given) => {
    const address = plainAddress(given);
    return isIP(address) !== 0 && (isAllowed(address) || !isSpecial(address));
  };
}
