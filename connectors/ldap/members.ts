import { Attribute, Change } from "ldapts";

import type { MemberRequest } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";

import { findEntry, requireEntry } from "./entries.ts";
import type { LdapSession } from "./session.ts";

const [noSuchAttribute, valueExists, objectClassViolation] = [16, 20, 65];

/** Puts a member into a group; being in it already is success. */
export async function addMember(session: LdapSession, { group, member }: MemberRequest): Promise<void> {
  const to = await requireEntry(session, "group", group);
  const { dn } = await requireEntry(session, member.type, member);
  await tolerating(valueExists, () => boundClient(session).modify(to.dn, change(session, "add", dn)));
}

/** Takes a member out of a group; not being in it is success. */
export async function removeMember(session: LdapSession, { group, member }: MemberRequest): Promise<void> {
  const from = await requireEntry(session, "group", group);
  const entry = await findEntry(session, member.type, member);
  if (entry === undefined) return;
  const client = boundClient(session);
  try {
    await tolerating(noSuchAttribute, () => client.modify(from.dn, change(session, "delete", entry.dn)));
  } catch (error) {
    // Its class wants a member: the last one is exchanged for the one that stands for nobody.
    if (resultCodeOf(error) !== objectClassViolation) throw error;
    await client.modify(from.dn, [
      change(session, "add", session.options.emptyMember),
      change(session, "delete", entry.dn),
    ]);
  }
}

function change({ options }: LdapSession, operation: "add" | "delete", dn: string): Change {
  return new Change({ operation, modification: new Attribute({ type: options.memberAttribute, values: [dn] }) });
}

async function tolerating(code: number, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (resultCodeOf(error) !== code) throw error;
  }
}
