import { ConnectorError, type OperationsPart } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { isSameDn } from "#connectors/ldap-client/distinguished-name.ts";
import { changeOf } from "#connectors/ldap-client/modifications.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { kindOf } from "./address.ts";
import { findEntry, requireEntry } from "./entries.ts";
import type { DomainSession } from "./session.ts";
import { requireOrdinaryGroup } from "./system-groups.ts";

/** Attribute with the single owner of a group. */
const ownerAttribute = "managedBy";

/** Operations on the owner of a group. */
export const ownerOperations = {
  /**
   * Makes an account the owner of a group; succeeds if it is the owner.
   * @throws policy if the group has another owner: a domain allows one owner
   */
  async addOwner(session, { group, member }) {
    const to = await requireOrdinaryGroup(session, group, [ownerAttribute]);
    const { dn } = await requireEntry(session, member.type, member);
    const [owner] = textsOf(to, ownerAttribute);
    if (owner !== undefined && isSameDn(owner, dn)) return;
    if (owner !== undefined) {
      const words = `The group "${group.name}" is owned by ${owner}, and ${ownerAttribute} holds one owner. Remove that one first.`;
      throw new ConnectorError("policy", words);
    }
    await boundClient(session).modify(to.dn, changeOf({ attr: ownerAttribute, add: [dn] }));
  },
  /** Removes the owner of a group; succeeds if the account is not the owner. */
  async removeOwner(session, { group, member }) {
    const from = await requireOrdinaryGroup(session, group, [ownerAttribute]);
    const entry = kindOf(session.options, member.type) && (await findEntry(session, member.type, member));
    const [owner] = textsOf(from, ownerAttribute);
    if (entry === undefined || owner === undefined || !isSameDn(owner, entry.dn)) return;
    await boundClient(session).modify(from.dn, changeOf({ attr: ownerAttribute, remove: [owner] }));
  },
} satisfies OperationsPart<DomainSession>;
