import type { Entry, Filter } from "ldapts";

import type { ObjectRef } from "#connectors/contract/index.ts";

import { boundClient, type LdapConnection } from "./connection.ts";
import { resultCodeOf } from "./errors.ts";

const [noSuchObject, invalidName] = [32, 34];

/**
 * The DN that a reference carries from an earlier look, where it lies below the container and the reference has an id, by which
 * the entry that is there now can be told from the one that is meant. Undefined = the entry has to be searched.
 */
export function knownPlace({ id, attributes }: ObjectRef, container: string): string | undefined {
  const [dn] = attributes?.["dn"] ?? [];
  if (id === undefined || typeof dn !== "string") return undefined;
  return dn.toLowerCase().endsWith(`,${container.toLowerCase()}`) ? dn : undefined;
}

/** What to look for, and at which DN. */
export interface PlaceLook {
  readonly dn: string;
  readonly filter: Filter;
  readonly attributes: readonly string[];
  readonly binary?: readonly string[];
}

/** The entry at a DN if it is the one that is meant, or undefined: it was moved, renamed or removed. */
export async function entryAtPlace(
  session: LdapConnection,
  { dn, filter, attributes, binary = [] }: PlaceLook,
): Promise<Entry | undefined> {
  try {
    const { searchEntries } = await boundClient(session).search(dn, {
      scope: "base",
      filter,
      attributes: [...attributes],
      explicitBufferAttributes: [...binary],
    });
    return searchEntries[0];
  } catch (error) {
    const code = resultCodeOf(error);
    if (code === noSuchObject || code === invalidName) return undefined;
    throw error;
  }
}
