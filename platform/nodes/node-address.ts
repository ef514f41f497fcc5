import { isLoopbackHost } from "#connectors/contract/loopback.ts";

/** Returns true if nobody else can read what travels to an address: https everywhere, plain http on this machine only. */
export function isPrivateAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
}
