import { idMaxCharacters } from "#domain/limits.ts";
import type { Store } from "#store/store.ts";

import { type NamingContext, namedUser } from "./named-user.ts";

/** A name typed by a stranger, and the table in which it would be. */
export interface StrangerName {
  readonly table:
    | "users"
    | "clients"
    | "proxyServers"
    | "managedHosts"
    | "passwordSenders"
    | "ticketSystems"
    | "nodeInvitations";
  readonly name: unknown;
}

const unknownMark = "unknown:";

/**
 * Returns a name typed by a stranger in the form for the audit: the name itself if it exists, else its keyed fingerprint, because an
 * unknown name may be a password in the wrong field. Equal fingerprints mean equal words.
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

/** Reports whether the audit holds the fingerprint of an unknown name. */
export function isUnknownName(ident: string): boolean {
  return ident.startsWith(unknownMark);
}

async function find(
  context: NamingContext & { readonly store: Store },
  table: StrangerName["table"],
  name: string,
): Promise<string | undefined> {
  const { store } = context;
  if (table === "managedHosts" || table === "passwordSenders") return (await store.get(table, name))?.key;
  if (table === "nodeInvitations") return (await store.get(table, name))?.name;
  if (table !== "users") return (await store.get(table, name))?.id;
  return (await namedUser(context, name))?.id;
}
