import type { Entry, Filter } from "ldapts";

import type { ObjectRef } from "#connectors/contract/index.ts";

import { boundClient, type LdapConnection } from "./connection.ts";
import { resultCodeOf } from "./errors.ts";

const [noSuchObject, invalidName] = [32, 34];

/**
 * Returns the DN that a reference carries from an earlier read. Returns undefined if the entry must be searched: the DN is not
 * below the container, or the reference has no id to identify the entry.
 */
export function knownPlace({ id, attributes }: ObjectRef, container: string): string | undefined {
  const [dn] = attributes?.["dn"] ?? [];
  if (id === undefined || typeof dn !== "string") return undefined;
  return dn.toLowerCase().endsWith(`,${container.toLowerCase()}`) ? dn : undefined;
}

/** A read of the entry at one DN, if it matches a filter. */
export interface PlaceLook {
  readonly dn: string;
  readonly filter: Filter;
  readonly attributes: readonly string[];
  readonly binary?: readonly string[];
}

/** Returns the entry at a DN if it matches; undefined if the entry was moved, renamed or removed. */
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
