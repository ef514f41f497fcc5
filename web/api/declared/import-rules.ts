// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `importRules` in the order of their declaration. */
export const importRules = {
  name: "importRules",
  properties: {
    sequence: {"kind":"number","writing":"always","required":true,"min":1,"max":1000000},
    objectType: {"kind":"member","writing":"always","required":true,"members":["managedSystem","managedAccount"]},
    action: {"kind":"member","writing":"always","required":true,"members":["bind","unbind","delete"]},
    policyId: {"kind":"text","writing":"always","nullable":true,"of":"managedSystemPolicies","by":"policy"},
    description: {"kind":"text","writing":"always","nullable":true},
    condition: {"kind":"longText","writing":"always","required":true},
    enabled: {"kind":"flag","writing":"always","initial":true},
  },
} as const satisfies DeclaredResource;
