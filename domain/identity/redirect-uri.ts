import { redirectUriMaxCharacters } from "../limits.ts";

const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);
const printable = /^[\x21-\x7e]+$/;
const loopbackLiteral = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(\/.*)$/;

const rules = {
  length: `must have at most ${redirectUriMaxCharacters} characters`,
  form: "must be an absolute address in plain ASCII",
  fragment: "must have no fragment",
  wildcard: "must have no wildcard: register each address",
  login: "must hold no user name or password",
  protocol: "must begin with https://, or with http:// on this machine (127.0.0.1, [::1], localhost)",
  spelling: "must be written as browsers write it",
} as const;

/** The rules for an address to which a client wants its codes sent, in words. */
export const redirectUriRules: readonly string[] = Object.values(rules);

/** Tells whether a host is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return loopbackHosts.has(hostname);
}

/** What is wrong with an address to which a client wants its codes sent; undefined when nothing is (RFC 6749, 3.1.2). */
export function redirectUriProblem(uri: string): string | undefined {
  if (uri.length > redirectUriMaxCharacters) return rules.length;
  if (!printable.test(uri) || !URL.canParse(uri)) return rules.form;
  if (uri.includes("#")) return rules.fragment;
  if (uri.includes("*")) return rules.wildcard;
  const { protocol, hostname, username, password, href } = new URL(uri);
  if (username !== "" || password !== "") return rules.login;
  const fits = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  if (!fits) return rules.protocol;
  // Whatever a browser would rewrite could be compared as one address and followed as another.
  return href === uri ? undefined : `${rules.spelling}: ${href}`;
}

/**
 * Tells whether an address is one of those registered: character by character, except that a native (public) client on
 * a loopback literal may choose its port at run time (RFC 8252, 7.3).
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
