import { Attribute, Change } from "ldapts";

import type { OperationsPart } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { resultCodeOf, tolerating } from "#connectors/ldap-client/errors.ts";

import { findEntry, requireEntry } from "./entries.ts";
import type { LdapSession } from "./session.ts";

const [noSuchAttribute, valueExists, objectClassViolation] = [16, 20, 65];

/** The operations on who is in a group. */
export const memberOperations = {
  /** Puts a member into a group; being in it already is success. */
  async addMember(session, { group, member }) {
    const to = await requireEntry(session, "group", group, []);
    const { dn } = await requireEntry(session, member.type, member, []);
    await tolerating(valueExists, () => boundClient(session).modify(to.dn, change(session, "add", dn)));
  },
  /** Takes a member out of a group; not being in it is success. */
  async removeMember(session, { group, member }) {
    const from = await requireEntry(session, "group", group, []);
    const entry = await findEntry(session, member.type, member, []);
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
  },
} satisfies OperationsPart<LdapSession>;

function change({ options }: LdapSession, operation: "add" | "delete", dn: string): Change {
  return new Change({ operation, modification: new Attribute({ type: options.memberAttribute, values: [dn] }) });
}
