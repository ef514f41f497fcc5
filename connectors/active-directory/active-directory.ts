import { defineConnector } from "#connectors/contract/index.ts";
import { disconnect } from "#connectors/ldap-client/connection.ts";

import { disable, enable, unlock } from "./account-state.ts";
import { activeDirectoryAddress } from "./address.ts";
import { changes } from "./change-feed.ts";
import { mapDomainError } from "./errors.ts";
import { addMember, members, removeMember } from "./members.ts";
import { changePassword, expirePassword, resetPassword, unexpirePassword, verify } from "./passwords.ts";
import { get, list, serverInfo } from "./read.ts";
import { schema } from "./schema.ts";
import { type DomainSession, openSession } from "./session.ts";
import { create, remove, update } from "./write.ts";

/** Accounts and groups of an Active Directory domain, with a feed of its changes and deletions. */
export default defineConnector({
  id: "active-directory",
  version: "1.0.0",
  title: "Active Directory",
  sdk: 1,
  address: activeDirectoryAddress,
  // A controller sets passwords one after the other; more connections make it slower.
  concurrency: { perTarget: 4 },
  open: openSession,
  close: ({ client }: DomainSession) => disconnect(client),
  alive: ({ client }) => client.isBound,
  mapError: mapDomainError,
  operations: {
    serverInfo,
    schema,
    get,
    list,
    changes,
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
