import { type Entry, PresenceFilter } from "ldapts";

import { boundClient, type LdapConnection } from "./connection.ts";
import { resultCodeOf } from "./errors.ts";

const noSuchObject = 32;

/** Reads the entry at a DN; undefined if there is none. */
export async function entryAt(
  session: LdapConnection,
  dn: string,
  attributes: readonly string[],
  binary: readonly string[] = [],
): Promise<Entry | undefined> {
  try {
    const filter = new PresenceFilter({ attribute: "objectClass" });
    const { searchEntries } = await boundClient(session).search(dn, {
      scope: "base",
      filter,
      attributes: [...attributes],
      explicitBufferAttributes: [...binary],
    });
    return searchEntries[0];
  } catch (error) {
    if (resultCodeOf(error) === noSuchObject) return undefined;
    throw error;
  }
}
