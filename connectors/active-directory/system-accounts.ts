import type { Entry } from "ldapts";

import { ConnectorError, type ObjectRef } from "#connectors/contract/index.ts";
import { fromWire } from "#connectors/ldap-client/values.ts";

import { findEntry, placeOf, readAccountAt, requireEntry } from "./entries.ts";
import { domainAndRidOfEntry, nameOf, sidAttribute } from "./entry-identity.ts";
import type { DomainSession } from "./session.ts";

const secondKey = "msDS-SecondaryKrbTgtNumber";
// Source: MS-DTYP 2.4.2.4.
const keyRid = "502";

/** Attributes that identify accounts of the domain itself. */
const markAttributes = [sidAttribute, secondKey] as const;

/**
 * Returns the entry of an account that is not the domain's own key.
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

/**
 * Finds such an account; undefined if it is absent.
 * @throws permission for krbtgt
 */
export async function findOrdinaryAccount(session: DomainSession, account: ObjectRef): Promise<Entry | undefined> {
  const entry = await findEntry(session, "account", account, markAttributes);
  if (entry !== undefined) refuseDomainKey(entry);
  return entry;
}

/**
 * Returns the DN of an account that is not the domain's own key. Reads it at its last known DN and searches only if it is not
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
 * Refuses krbtgt and its counterparts on read-only controllers: its password signs all tickets of the domain.
 * @throws permission
 */
function refuseDomainKey(entry: Entry): void {
  if (domainAndRidOfEntry(entry)?.rid !== keyRid && fromWire(entry[secondKey]).length === 0) return;
  throw new ConnectorError(
    "permission",
    `"${nameOf(entry)}" is the key of the domain itself, by which all its tickets are signed; it is not changed.`,
  );
}
