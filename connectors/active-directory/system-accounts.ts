import type { Entry } from "ldapts";

import { ConnectorError, type ObjectRef } from "#connectors/contract/index.ts";
import { fromWire } from "#connectors/ldap-client/values.ts";

import { findEntry, placeOf, readAccountAt, requireEntry } from "./entries.ts";
import { domainAndRidOfEntry, nameOf, sidAttribute } from "./entry-identity.ts";
import type { DomainSession } from "./session.ts";

const secondKey = "msDS-SecondaryKrbTgtNumber";
// Source: MS-DTYP 2.4.2.4.
const keyRid = "502";

/** Attributes by which accounts of the domain itself are known. */
const markAttributes = [sidAttribute, secondKey] as const;

/**
 * The entry of an account that is not the domain's own key.
 * @throws notFound; permission for krbtgt
 */
export async function requireOrdinaryAccount(
  session: DomainSession,
  account: ObjectRef,
  wanted: readonly string[] = [],
): Promise<Entry> {
  const entry = await requireEntry(session, "account", account, [...markAttributes, ...wanted]);
  refuseDomainKey(entry);
  return entry;
}

/** The same for an account that may be absent. */
export async function findOrdinaryAccount(session: DomainSession, account: ObjectRef): Promise<Entry | undefined> {
  const entry = await findEntry(session, "account", account, markAttributes);
  if (entry !== undefined) refuseDomainKey(entry);
  return entry;
}

/**
 * The DN of an account that is not the domain's own key, read where the reference says that it was and searched only when it is not
 * there.
 * @throws notFound; permission for krbtgt
 */
export async function requireAccountDn(session: DomainSession, account: ObjectRef): Promise<string> {
  const place = placeOf(session, account);
  const known = place === undefined ? undefined : await readAccountAt(session, account, place, markAttributes);
  if (known === undefined) return (await requireOrdinaryAccount(session, account)).dn;
  refuseDomainKey(known);
  return known.dn;
}

/**
 * Refuses krbtgt and what read-only controllers have instead: by its password all tickets of the domain are signed.
 * @throws permission
 */
function refuseDomainKey(entry: Entry): void {
  if (domainAndRidOfEntry(entry)?.rid !== keyRid && fromWire(entry[secondKey]).length === 0) return;
  throw new ConnectorError(
    "permission",
    `"${nameOf(entry)}" is the key of the domain itself, by which all its tickets are signed; it is not changed.`,
  );
}
