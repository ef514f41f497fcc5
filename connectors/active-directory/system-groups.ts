import type { Entry } from "ldapts";

import { ConnectorError, type ObjectRef } from "#connectors/contract/index.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { findEntry, requireEntry } from "./entries.ts";
import { nameOf } from "./entry-identity.ts";
import type { DomainSession } from "./session.ts";

// Marks of the domain for its own parts and for the objects that its protection of administrators covers.
const marks = ["isCriticalSystemObject", "adminCount"] as const;

/**
 * Returns the entry of a group that is not one of the domain's own.
 * @throws notFound; permission for one of these unless the address lists it
 */
export async function requireOrdinaryGroup(
  session: DomainSession,
  group: ObjectRef,
  wanted: readonly string[] = [],
): Promise<Entry> {
  const entry = await requireEntry(session, "group", group, [...marks, ...wanted]);
  refuseSystems(session, entry);
  return entry;
}

/**
 * Finds such a group; undefined if it is absent.
 * @throws permission for one of the domain's own groups unless the address lists it
 */
export async function findOrdinaryGroup(session: DomainSession, group: ObjectRef): Promise<Entry | undefined> {
  const entry = await findEntry(session, "group", group, marks);
  if (entry !== undefined) refuseSystems(session, entry);
  return entry;
}

function refuseSystems({ options }: DomainSession, entry: Entry): void {
  const [critical] = textsOf(entry, marks[0]);
  const [protectedCount = "0"] = textsOf(entry, marks[1]);
  const name = nameOf(entry);
  if ((critical !== "TRUE" && Number(protectedCount) === 0) || options.systemGroups.includes(name)) return;
  throw new ConnectorError(
    "permission",
    `"${name}" is a group of the domain itself, which is not changed. The address may list it as systemGroups.`,
  );
}
