// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `managedSystemPolicies` in the order of their declaration. */
export const managedSystemPolicies = {
  name: "managedSystemPolicies",
  properties: {
    id: {"kind":"text","writing":"never"},
    description: {"kind":"text","writing":"never"},
    mode: {"kind":"member","writing":"never","members":["push","pull","vault"]},
    managedByNode: {"kind":"text","writing":"never"},
    enabled: {"kind":"flag","writing":"never","initial":true},
    changeIntervalHours: {"kind":"number","writing":"never"},
    changeWindow: {"kind":"text","writing":"never","nullable":true},
    frozenUntil: {"kind":"time","writing":"never","nullable":true},
    passwordPolicyId: {"kind":"text","writing":"never","nullable":true},
    randomizeCheckedOut: {"kind":"flag","writing":"never","initial":false},
    confirmWithoutVerify: {"kind":"flag","writing":"never","initial":false},
    ifUnacknowledged: {"kind":"member","writing":"never","initial":"wait","members":["wait","goOn"]},
    lockoutTries: {"kind":"number","writing":"never","initial":3},
    lockoutMinutes: {"kind":"number","writing":"never","initial":30},
    verifyShare: {"kind":"number","writing":"never","initial":10},
    checkoutMaxMinutes: {"kind":"number","writing":"never"},
    concurrency: {"kind":"number","writing":"never","initial":1},
    randomizeOnCheckIn: {"kind":"flag","writing":"never","initial":true},
    disclosurePlugins: {"kind":"texts","writing":"never"},
    extensionsMax: {"kind":"number","writing":"never","initial":1},
    warnMinutes: {"kind":"number","writing":"never","initial":10},
    checkoutsPerDay: {"kind":"number","writing":"never","initial":0},
    ticketPlugin: {"kind":"text","writing":"never","nullable":true},
    attended: {"kind":"flag","writing":"never","initial":false},
    authorizationPhases: {"kind":"structure","writing":"never"},
  },
} as const satisfies DeclaredResource;
