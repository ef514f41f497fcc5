import { defineConnector } from "#connectors/contract/index.ts";

import { scimAddress } from "./address.ts";
import { mapScimError } from "./errors.ts";
import { guardedAttributes } from "./guarded-attributes.ts";
import { memberOperations } from "./members.ts";
import { openSession } from "./open-session.ts";
import { passwordOperations } from "./passwords.ts";
import { readOperations } from "./read.ts";
import type { ScimSession } from "./session.ts";
import { writeOperations } from "./write.ts";

/** Users and groups of a SCIM 2.0 service (RFC 7643, RFC 7644). */
export default defineConnector({
  id: "scim",
  version: "1.0.0",
  title: "SCIM 2.0 service",
  sdk: 1,
  address: scimAddress,
  guardedAttributes,
  concurrency: { perTarget: 4 },
  open: openSession,
  // The connections belong to the process, which closes the unused ones.
  async close({ state }: ScimSession) {
    state.open = false;
  },
  alive: ({ state }) => state.open,
  mapError: mapScimError,
  operations: { ...readOperations, ...writeOperations, ...passwordOperations, ...memberOperations },
});
