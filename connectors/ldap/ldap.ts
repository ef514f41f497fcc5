import { defineConnector } from "#connectors/contract/index.ts";
import { disconnect } from "#connectors/ldap-client/connection.ts";
import { mapLdapError } from "#connectors/ldap-client/errors.ts";

import { disable, enable, expirePassword, unexpirePassword, unlock } from "./account-state.ts";
import { ldapAddress } from "./address.ts";
import { addMember, removeMember } from "./members.ts";
import { openSession } from "./open-session.ts";
import { changePassword, verify } from "./passwords.ts";
import { get, list, members, schema, serverInfo } from "./read.ts";
import { resetPassword } from "./reset-password.ts";
import type { LdapSession } from "./session.ts";
import { create, remove, update } from "./write.ts";

/** Accounts and groups of an LDAP directory; locks and refusals of passwords by its password policy where it has one. */
export default defineConnector({
  id: "ldap",
  version: "1.0.0",
  title: "LDAP directory",
  sdk: 1,
  address: ldapAddress,
  concurrency: { perTarget: 8 },
  open: openSession,
  close: ({ client }: LdapSession) => disconnect(client),
  alive: ({ client }) => client.isBound,
  mapError: mapLdapError,
  operations: {
    serverInfo,
    schema,
    get,
    list,
    create,
    update,
    delete: remove,
    verify,
    resetPassword,
    changePassword,
    expirePassword,
    unexpirePassword,
    enable,
    disable,
    unlock,
    members,
    addMember,
    removeMember,
  },
});
