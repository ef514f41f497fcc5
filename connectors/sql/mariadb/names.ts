import { ConnectorError } from "#connectors/contract/index.ts";

import { literal } from "./literal.ts";

/** Who an account is: the name at login, and the hosts it may come from. */
export interface AccountName {
  readonly user: string;
  readonly host: string;
}

/** The host of names that give none, where the address does not say otherwise. */
export const anyHost = "%";

/** Reads `user@host`; the user may hold an "@", the host cannot. Without one the host is the default. */
export function parseName(text: string, defaultHost?: string): AccountName | undefined {
  const at = text.lastIndexOf("@");
  if (at < 0) return defaultHost === undefined ? undefined : { user: text, host: defaultHost };
  // The server keeps hosts in lower case.
  return { user: text.slice(0, at), host: text.slice(at + 1).toLowerCase() };
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
 * Refuses what cannot be the name of an account.
 * @throws invalidValue naming the rule
 */
export function checkAccountName(name: AccountName | undefined, lengthMax: number): void {
  const reason = name === undefined ? "needs a host" : whyNoName(name.user, lengthMax);
  if (reason !== undefined) throw new ConnectorError("invalidValue", `The name ${reason}.`);
  if (!/^[^\0\s'"\\]{1,255}$/.test(name?.host ?? ""))
    throw new ConnectorError("invalidValue", 'The part of a name after "@" must be a host, an address or a pattern.');
}
