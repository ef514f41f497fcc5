import { ConnectorError } from "#connectors/contract/index.ts";

import { literal } from "./literal.ts";

/** Who an account is: the name at login, and the hosts it may come from. */
export interface AccountName {
  readonly user: string;
  readonly host: string;
}

/** The host of names that give none, where the address does not say otherwise. */
export const anyHost = "%";

/** What decides how a name is read. */
export interface NameRules {
  /** The host of a name that gives none. */
  readonly defaultHost: string;
  /** The server asks for the names of its clients' addresses, so that a host may be a name. */
  readonly hostNames: boolean;
}

/** A name as it is read. */
export interface ReadName extends AccountName {
  /** It could as well be meant in another way. */
  readonly doubtful?: true;
}

/** What the address of a client, or a pattern of such, looks like in lower case; every dialect reads this expression alike, and a "?" would stand for a value. */
export const addressPattern = "^(localhost|.*%.*|[0-9_]{1,3}([.][0-9_]{1,3}){3}(/[0-9.]+|)|[0-9a-f:.]*:[0-9a-f:.]*)$";
/** What a name of a host, or the domain of a mail address, looks like. */
export const domainPattern = "^[\\p{L}\\p{N}][\\p{L}\\p{N}.-]*$";

const [address, domain] = [new RegExp(addressPattern), new RegExp(domainPattern, "u")];

/** Reads an id, `user@host`; the user may hold an "@", the host cannot. */
export function parseId(id: string): AccountName | undefined {
  const at = id.lastIndexOf("@");
  // The server keeps hosts in lower case.
  return at < 0 ? undefined : { user: id.slice(0, at), host: id.slice(at + 1).toLowerCase() };
}

/**
 * Reads a name: `user`, `user@host` or `user@'host'`. What stands behind the last "@" is a host only where a client of this server can
 * have such an address; otherwise it belongs to the user, as in a mail address.
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

/** An account in a statement. */
export function quoted({ user, host }: AccountName): string {
  return `${literal(user)}@${literal(host)}`;
}

/** What is wrong with a name for the server, which would change it silently; undefined = nothing. */
export function whyNoName(user: string, lengthMax: number): string | undefined {
  if (user === "") return "must not be empty";
  if (user.includes("\0") || !user.isWellFormed()) return "must not hold a NUL character or half a surrogate pair";
  if (user.endsWith(" ")) return "must not end with a space, which the server would drop";
  if (/[\u{10000}-\u{10ffff}]/u.test(user))
    return "must not hold characters beyond U+FFFF, which the server cannot store";
  return user.length > lengthMax ? `must not have more than ${lengthMax} characters` : undefined;
}

/**
 * Refuses what cannot be the name of an account, or can be two of them.
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
