import { type AddressRule, addressRules, atMost, brokenRule } from "../address-rules.ts";
import { redirectUriMaxCharacters } from "../limits.ts";

const loopbackLiteral = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(\/.*)$/;

// An address that a browser rewrites could be compared as one address and followed as another.
const spelling: AddressRule = {
  words: "must be written as browsers write it",
  isKept: (uri) => new URL(uri).href === uri,
};
const rules: readonly AddressRule[] = [
  atMost(redirectUriMaxCharacters),
  addressRules.form,
  addressRules.fragment,
  { words: "must have no wildcard: register each address", isKept: (uri) => !uri.includes("*") },
  addressRules.login,
  addressRules.protocol,
  spelling,
];

/** Rules for an address to which a client wants its codes sent, in words. */
export const redirectUriRules: readonly string[] = rules.map(({ words }) => words);

/** Returns the problem of an address to which a client wants its codes sent; undefined if there is none (RFC 6749, 3.1.2). */
export function redirectUriProblem(uri: string): string | undefined {
  const broken = brokenRule(rules, uri);
  return broken === spelling ? `${spelling.words}: ${new URL(uri).href}` : broken?.words;
}

/**
 * Returns true if an address is one of those registered. They are compared character by character, but a native (public) client on a
 * loopback literal may choose its port at run time (RFC 8252, 7.3).
 */
export function isRegistered(uri: string, registered: readonly string[], native: boolean): boolean {
  if (registered.includes(uri)) return true;
  const given = native ? withoutPort(uri) : undefined;
  if (given === undefined || redirectUriProblem(uri) !== undefined) return false;
  return registered.some((known) => withoutPort(known) === given);
}

function withoutPort(uri: string): string | undefined {
  const [, origin, rest] = loopbackLiteral.exec(uri) ?? [];
  return origin === undefined || rest === undefined ? undefined : origin + rest;
}

/** Adds parameters to a return address, which may have a query of its own (RFC 6749, 4.1.2). */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams(given).toString()}`;
}
