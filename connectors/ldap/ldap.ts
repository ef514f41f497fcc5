import { defineConnector } from "#connectors/contract/index.ts";
import { mapLdapError } from "#connectors/ldap-client/errors.ts";
import { closeSession } from "#connectors/ldap-client/login-connection.ts";

import { accountStateOperations } from "./account-state.ts";
import { ldapAddress } from "./address.ts";
import { guardedAttributes } from "./guarded-attributes.ts";
import { memberOperations } from "./members.ts";
import { openSession } from "./open-session.ts";
import { ownerOperations } from "./owners.ts";
import { passwordOperations } from "./passwords.ts";
import { readOperations } from "./read.ts";
import type { LdapSession } from "./session.ts";
import { writeOperations } from "./write.ts";

/** Accounts and groups of an LDAP directory; its password policy, if any, decides locks and refusals of passwords. */
export default defineConnector({
  id: "ldap",
  version: "1.0.0",
  title: "LDAP directory",
  sdk: 1,
  address: ldapAddress,
  guardedAttributes,
  concurrency: { perTarget: 8 },
  open: openSession,
  close: (session: LdapSession) => closeSession(session),
  alive: ({ client }) => client.isBound,
  mapError: mapLdapError,
  operations: {
    ...readOperations,
    ...writeOperations,
    ...passwordOperations,
    ...accountStateOperations,
    ...memberOperations,
    ...ownerOperations,
  },
});
