import type { Entry, SearchOptions } from "ldapts";

import { ConnectorError } from "#connectors/contract/index.ts";

import { boundClient, type LdapConnection } from "./connection.ts";
import { resultCodeOf } from "./errors.ts";
import { elsewhere } from "./referrals.ts";

const noSuchObject = 32;

/**
 * Returns the entries below a base that match a filter.
 * @throws config if nothing is found and a part lies on other servers, or if the base does not exist
 */
export async function searchBelow(session: LdapConnection, base: string, options: SearchOptions): Promise<Entry[]> {
  try {
    const { searchEntries, searchReferences } = await boundClient(session).search(base, { scope: "sub", ...options });
    if (searchEntries.length === 0 && searchReferences.length > 0) throw elsewhere(base, searchReferences);
    return searchEntries;
  } catch (error) {
    throw resultCodeOf(error) === noSuchObject ? noBase(base, error) : error;
  }
}

/** Makes the error of a search below an entry that a directory does not show. */
export function noBase(base: string, cause: unknown): ConnectorError {
  const words = `The directory shows no entry "${base}": it is not there, or the administrator may not see it.`;
  return new ConnectorError("config", words, { targetCode: noSuchObject, cause });
}
