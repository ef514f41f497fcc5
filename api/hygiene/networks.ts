import { isIP, isIPv6 } from "node:net";

import { plainAddress } from "#platform/networks.ts";

/** An address without port, brackets and zone, a version 4 address in its own form; undefined for anything else. */
export function addressIn(text: string): string | undefined {
  const trimmed = text.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed, host] = /^\[([^\]]+)\](?::\d+)?$|^([^:]+):\d+$/.exec(trimmed) ?? [];
  const address = plainAddress(bracketed ?? host ?? trimmed);
  return isIP(address) === 0 ? undefined : address;
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
