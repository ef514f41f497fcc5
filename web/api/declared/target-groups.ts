// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `targetGroups` in the order of their declaration. */
export const targetGroups = {
  name: "targetGroups",
  properties: {
    id: {"kind":"text","writing":"create","required":true},
    description: {"kind":"text","writing":"always","nullable":true},
    helpUrl: {"kind":"text","writing":"always","nullable":true},
    syncPasswords: {"kind":"flag","writing":"always","initial":false},
    uniquePasswords: {"kind":"flag","writing":"always","initial":false},
    passwordChangeRestriction: {"kind":"member","writing":"always","initial":"anyNumber","members":["anyNumber","allAccounts","oneAccount"]},
    passwordQueueMode: {"kind":"member","writing":"always","initial":"none","members":["none","manual","automatic"]},
    passwordPolicyId: {"kind":"text","writing":"always","initial":"DEFAULT","of":"passwordPolicies","by":"passwordPolicy"},
  },
} as const satisfies DeclaredResource;
