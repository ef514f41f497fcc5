import { ConnectorError } from "#connectors/contract/index.ts";

import { literal } from "./literal.ts";

/** Identity of an account: the name at login, and the hosts from which it may connect. */
export interface AccountName {
  readonly user: string;
  readonly host: string;
}

/** Default host of names without one, unless the address says otherwise. */
export const anyHost = "%";

/** Settings that decide how a name is read. */
export interface NameRules {
  /** Host of a name without one. */
  readonly defaultHost: string;
  /** True if the server resolves the addresses of its clients, so a host may be a name. */
  readonly hostNames: boolean;
}

/** A name after parsing. */
export interface ReadName extends AccountName {
  /** True if the name could also be read in another way. */
  readonly doubtful?: true;
}

/**
 * Pattern of a client's address, or of a pattern of addresses, in lower case. Every SQL dialect reads this expression alike; a "?"
 * in it would stand for a value.
 */
export const addressPattern = "^(localhost|.*%.*|[0-9_]{1,3}([.][0-9_]{1,3}){3}(/[0-9.]+|)|[0-9a-f:.]*:[0-9a-f:.]*)$";
/** Pattern of a host name, or of the domain of an email address. */
export const domainPattern = "^[\\p{L}\\p{N}][\\p{L}\\p{N}.-]*$";

const [address, domain] = [new RegExp(addressPattern), new RegExp(domainPattern, "u")];

/** Parses an id, `user@host`; the user may contain an "@", the host cannot. */
export function parseId(id: string): AccountName | undefined {
  const at = id.lastIndexOf("@");
  // The server keeps hosts in lower case.
  return at < 0 ? undefined : { user: id.slice(0, at), host: id.slice(at + 1).toLowerCase() };
}

/**
 * Parses a name: `user`, `user@host` or `user@'host'`. The part after the last "@" is a host only if a client of this server can
 * have such an address; otherwise it belongs to the user, as in an email address.
 */
export function parseName(text: string, { defaultHost, hostNames }: NameRules): ReadName {
  const [, quotedUser, , quotedHost] = /^(.*)@(['"`])([^'"`]+)\2$/s.exec(text) ?? [];
  if (quotedUser !== undefined && quotedHost !== undefined) return { user: quotedUser, host: quotedHost.toLowerCase() };
  const asHost = parseId(text);
  if (asHost === undefined) return { user: text, host: defaultHost };
  const { user, host } = asHost;
  if (user === "" || host === defaultHost || address.test(host)) return asHost;
  if (!domain.test(host)) return { ...asHost, doubtful: true };
  if (!hostNames) return { user: text, host: defaultHost };
  return host.includes(".") ? { ...asHost, doubtful: true } : asHost;
}

/** Writes an account for use in a statement. */
export function quoted({ user, host }: AccountName): string {
  return `${literal(user)}@${literal(host)}`;
}

/** Returns the reason why a name is not usable, because the server would refuse it or change it silently; undefined if it is usable. */
export function whyNoName(user: string, lengthMax: number): string | undefined {
  if (user === "") return "must not be empty";
  if (user.includes("\0") || !user.isWellFormed()) return "must not hold a NUL character or half a surrogate pair";
  if (user.endsWith(" ")) return "must not end with a space, which the server would drop";
  if (/[\u{10000}-\u{10ffff}]/u.test(user))
    return "must not hold characters beyond U+FFFF, which the server cannot store";
  return user.length > lengthMax ? `must not have more than ${lengthMax} characters` : undefined;
}

/**
 * Refuses a name that cannot belong to an account, or could mean two of them.
 * @throws invalidValue naming the rule
 */
export function checkAccountName(text: string, rules: NameRules, lengthMax: number): void {
  const { user, host, doubtful } = parseName(text, rules);
  const reason = whyNoName(user, lengthMax);
  if (reason !== undefined) throw new ConnectorError("invalidValue", `The name ${reason}.`);
  const whole = `Write "${text}@${rules.defaultHost}" for an account of this whole name that may come from ${rules.defaultHost}`;
  if (!/^[^\0\s'"\\]{1,255}$/.test(host))
    throw new ConnectorError(
      "invalidValue",
      `The part of a name after "@" must be a host, an address or a pattern. ${whole}.`,
    );
  if (doubtful)
    throw new ConnectorError(
      "invalidValue",
      `The name "${text}" can be read in two ways. ${whole}, or "${user}@'${host}'" for "${user}" who may come from the host ${host} alone.`,
    );
}
