import { isIP } from "node:net";

import { plainAddress } from "#platform/networks.ts";

/** Returns an address without port, brackets and zone, a version 4 address in its own form. Undefined for anything else. */
export function addressIn(text: string): string | undefined {
  const trimmed = text.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed, host] = /^\[([^\]]+)\](?::\d+)?$|^([^:]+):\d+$/.exec(trimmed) ?? [];
  const address = plainAddress(bracketed ?? host ?? trimmed);
  return isIP(address) === 0 ? undefined : address;
}
