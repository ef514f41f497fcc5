import { defineConnector } from "#connectors/contract/index.ts";

import { disable, enable, unlock } from "./account-state.ts";
import { sshAddress } from "./address.ts";
import { mapSshError } from "./errors.ts";
import { addMember, removeMember } from "./members.ts";
import { disconnect, openSession } from "./open-session.ts";
import { changePassword, expirePassword, resetPassword, unexpirePassword, verify } from "./passwords.ts";
import { get, list, members, schema, serverInfo } from "./read.ts";
import type { SshSession } from "./session.ts";
import { create, remove, update } from "./write.ts";

/** The local accounts and groups of a Linux machine, managed over SSH by the machine's own programs. */
export default defineConnector({
  id: "ssh",
  version: "1.0.0",
  title: "Linux accounts over SSH",
  sdk: 1,
  address: sshAddress,
  concurrency: { perTarget: 4 },
  open: openSession,
  async close({ client, state }: SshSession) {
    state.open = false;
    disconnect(client);
  },
  alive: ({ state }) => state.open,
  mapError: mapSshError,
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
