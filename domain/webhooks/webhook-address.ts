import { isLoopback } from "../identity/redirect-uri.ts";
import { webhookAddressMaxCharacters } from "../limits.ts";

const printable = /^[\x21-\x7e]+$/;

const rules = {
  length: `must have at most ${webhookAddressMaxCharacters} characters`,
  form: "must be an absolute address in plain ASCII",
  login: "must hold no user name or password",
  fragment: "must have no fragment",
  protocol: "must begin with https://, or with http:// on this machine (127.0.0.1, [::1], localhost)",
} as const;

/** The rules for an address to which events are to be sent, in words. */
export const webhookAddressRules: readonly string[] = Object.values(rules);

/** The rule that an address to which events are to be sent does not keep; undefined when it keeps all. */
export function webhookAddressProblem(address: string): string | undefined {
  if (address.length > webhookAddressMaxCharacters) return rules.length;
  if (!printable.test(address) || !URL.canParse(address)) return rules.form;
  const { protocol, hostname, username, password, hash } = new URL(address);
  if (username !== "" || password !== "") return rules.login;
  if (hash !== "") return rules.fragment;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname)) ? undefined : rules.protocol;
}
