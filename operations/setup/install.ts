import { z } from "zod";

import { defineOperation } from "../define-operation.ts";

/** The user classes every installation has (specification section 5, domain rules on policies). */
const builtInUserClasses = {
  _ALLUSERS_: "Every user",
  _EXPLICIT_REST_API_USERS_: "Users who may sign in to the REST API",
  _EXPLICIT_API_USERS_: "Users who may sign in to the library and SOAP APIs",
  _HELP_DESK_: "Help desk users",
  _MANAGER_DIRECT_: "Direct managers of the recipient",
} as const;

/** The first-party client that the CLI and the examples use; it has no secret. */
const firstPartyClientId = "gatehouse";

/** Writes what every installation starts with; running it again changes nothing. */
export const install = defineOperation({
  name: "setup.install",
  operationType: "SETUP_INSTALL",
  input: z.strictObject({}),
  callers: ["engine"],
  policies: [],
  audit: { operation: "INST", when: "refusalOnly" },
  async run({ store }) {
    if (!(await store.get("targetGroups", "DEFAULT"))) {
      await store.save("targetGroups", {
        id: "DEFAULT",
        description: "Target systems without a group of their own",
        passwordChangeRestriction: "anyNumber",
        passwordPolicyId: "DEFAULT",
      });
    }
    for (const [id, description] of Object.entries(builtInUserClasses)) {
      if (!(await store.get("userClasses", id))) await store.save("userClasses", { id, description });
    }
    if (!(await store.get("clients", firstPartyClientId))) {
      await store.save("clients", { id: firstPartyClientId, firstParty: true, grants: ["password", "refresh_token"] });
    }
    return {};
  },
});
