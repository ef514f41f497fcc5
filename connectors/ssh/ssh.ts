import { defineConnector } from "#connectors/contract/index.ts";

import { accountStateOperations } from "./account-state.ts";
import { sshAddress } from "./address.ts";
import { disconnect } from "./connect.ts";
import { mapSshError } from "./errors.ts";
import { guardedAttributes } from "./guarded-attributes.ts";
import { memberOperations } from "./members.ts";
import { openSession } from "./open-session.ts";
import { passwordOperations } from "./passwords.ts";
import { readOperations } from "./read.ts";
import { commandOperations } from "./run-command.ts";
import type { SshSession } from "./session.ts";
import { writeOperations } from "./write.ts";

/** Local accounts and groups of a Linux machine, managed over SSH with the machine's own programs. */
export default defineConnector({
  id: "ssh",
  version: "1.0.0",
  title: "Linux accounts over SSH",
  sdk: 1,
  address: sshAddress,
  guardedAttributes,
  concurrency: { perTarget: 4 },
  open: openSession,
  async close({ client, state }: SshSession) {
    state.open = false;
    disconnect(client);
  },
  alive: ({ state }) => state.open,
  mapError: mapSshError,
  operations: {
    ...readOperations,
    ...writeOperations,
    ...passwordOperations,
    ...accountStateOperations,
    ...memberOperations,
    ...commandOperations,
  },
});
