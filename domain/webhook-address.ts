import { webhookAddressMaxCharacters } from "./limits.ts";
import { isLoopback } from "./redirect-uri.ts";

const printable = /^[\x21-\x7e]+$/;

/** What is wrong with an address to which events are to be sent; undefined when nothing is. */
export function webhookAddressProblem(address: string): string | undefined {
  if (address.length > webhookAddressMaxCharacters)
    return `must have at most ${webhookAddressMaxCharacters} characters`;
  if (!printable.test(address) || !URL.canParse(address)) return "must be an absolute address in plain ASCII";
  const { protocol, hostname, username, password, hash } = new URL(address);
  if (username !== "" || password !== "") return "must hold no user name or password";
  if (hash !== "") return "must have no fragment";
  if (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) return undefined;
  return "must begin with https://, or with http:// on this machine (127.0.0.1, [::1], localhost)";
}
