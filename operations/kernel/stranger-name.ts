import { idMaxCharacters } from "#domain/limits.ts";
import type { Store } from "#store/store.ts";

import { type NamingContext, namedUser } from "./named-user.ts";

/** A name that a stranger has typed, and where it would stand if it were one. */
export interface StrangerName {
  readonly table: "users" | "clients" | "proxyServers" | "managedHosts";
  readonly name: unknown;
}

const unknownMark = "unknown:";

/**
 * What the audit says of a name that a stranger has typed: the name where there is one like it, else its keyed fingerprint,
 * for what is no name may be a password in the wrong field. Equal fingerprints are equal words.
 */
export async function strangerNameOf(
  context: NamingContext & { readonly store: Store },
  typed: StrangerName | undefined,
): Promise<string | null> {
  const { table = "users", name } = typed ?? {};
  if (typeof name !== "string" || name === "") return null;
  const known = name.length > idMaxCharacters ? undefined : await find(context, table, name);
  return known ?? `${unknownMark}${context.store.fingerprint(name)}`;
}

/** True where the audit holds the fingerprint of a name that nobody has. */
export function isUnknownName(ident: string): boolean {
  return ident.startsWith(unknownMark);
}

async function find(
  context: NamingContext & { readonly store: Store },
  table: StrangerName["table"],
  name: string,
): Promise<string | undefined> {
  const { store } = context;
  if (table === "managedHosts") return (await store.get(table, name))?.key;
  if (table !== "users") return (await store.get(table, name))?.id;
  return (await namedUser(context, name))?.id;
}
