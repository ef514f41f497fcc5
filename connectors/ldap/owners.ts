import type { OperationsPart } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { tolerating } from "#connectors/ldap-client/errors.ts";
import { changeOf } from "#connectors/ldap-client/modifications.ts";

import { findEntry, requireEntry } from "./entries.ts";
import type { LdapSession } from "./session.ts";

const [noSuchAttribute, valueExists] = [16, 20];

/** The operations on who owns a group. */
export const ownerOperations = {
  /** Makes an account an owner of a group; owning it already is success. */
  async addOwner(session, { group, member }) {
    const { dn: of } = await requireEntry(session, "group", group, []);
    const { dn } = await requireEntry(session, member.type, member, []);
    const change = changeOf({ attr: session.options.ownerAttribute, add: [dn] });
    await tolerating(valueExists, () => boundClient(session).modify(of, change));
  },
  /** Takes a group from an owner; not owning it is success. */
  async removeOwner(session, { group, member }) {
    const { dn: of } = await requireEntry(session, "group", group, []);
    const entry = await findEntry(session, member.type, member, []);
    if (entry === undefined) return;
    const change = changeOf({ attr: session.options.ownerAttribute, remove: [entry.dn] });
    await tolerating(noSuchAttribute, () => boundClient(session).modify(of, change));
  },
} satisfies OperationsPart<LdapSession>;
