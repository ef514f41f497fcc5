import { defineConnector } from "#connectors/contract/index.ts";
import { closeSession } from "#connectors/ldap-client/login-connection.ts";

import { accountStateOperations } from "./account-state.ts";
import { activeDirectoryAddress } from "./address.ts";
import { mapDomainError } from "./errors.ts";
import { guardedAttributes } from "./guarded-attributes.ts";
import { memberOperations } from "./members.ts";
import { ownerOperations } from "./owners.ts";
import { passwordOperations } from "./passwords.ts";
import { readOperations } from "./read.ts";
import { type DomainSession, openSession } from "./session.ts";
import { writeOperations } from "./write.ts";

/** Accounts and groups of an Active Directory domain, with a feed of its changes and deletions. */
export default defineConnector({
  id: "active-directory",
  version: "1.0.0",
  title: "Active Directory",
  sdk: 1,
  address: activeDirectoryAddress,
  guardedAttributes,
  // A controller sets passwords one after the other; more connections make it slower.
  concurrency: { perTarget: 4 },
  open: openSession,
  close: (session: DomainSession) => closeSession(session),
  alive: ({ client }) => client.isBound,
  mapError: mapDomainError,
  operations: {
    ...readOperations,
    ...writeOperations,
    ...passwordOperations,
    ...accountStateOperations,
    ...memberOperations,
    ...ownerOperations,
  },
});
