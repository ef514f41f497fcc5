import type { OperationsPart } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { tolerating } from "#connectors/ldap-client/errors.ts";
import { changeOf } from "#connectors/ldap-client/modifications.ts";

import { requireEntry } from "./entries.ts";
import { removeValue } from "./remove-value.ts";
import type { LdapSession } from "./session.ts";

const valueExists = 20;

/** Operations on the owners of a group. */
export const ownerOperations = {
  /** Makes an account an owner of a group; succeeds if it is an owner. */
  async addOwner(session, { group, member }) {
    const { dn: of } = await requireEntry(session, "group", group, []);
    const { dn } = await requireEntry(session, member.type, member, []);
    const change = changeOf({ attr: session.options.ownerAttribute, add: [dn] });
    await tolerating(valueExists, () => boundClient(session).modify(of, change));
  },
  /** Removes an owner of a group; succeeds if it is not an owner. */
  async removeOwner(session, { group, member }, call) {
    const from = await requireEntry(session, "group", group, []);
    const attr = session.options.ownerAttribute;
    await removeValue(session, {
      attr,
      from,
      member,
      call,
      valueOf: async ({ dn }) => dn,
      remove: (values) => boundClient(session).modify(from.dn, changeOf({ attr, remove: values })),
    });
  },
} satisfies OperationsPart<LdapSession>;
