// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `delegations` in the order of their declaration. */
export const delegations = {
  name: "delegations",
  properties: {
    delegatorKey: {"kind":"text","writing":"create","nullable":true,"of":"users","by":"delegator"},
    delegateKey: {"kind":"text","writing":"create","nullable":true,"of":"users","by":"delegate"},
    requestKey: {"kind":"text","writing":"create","nullable":true,"of":"requests","by":"request"},
    beginsAt: {"kind":"time","writing":"create","nullable":true},
    endsAt: {"kind":"time","writing":"create","nullable":true},
    reason: {"kind":"longText","writing":"create","required":true},
    state: {"kind":"member","writing":"never","initial":"asked","members":["asked","accepted","refused","ended"]},
    createdAt: {"kind":"time","writing":"never"},
    createdByKey: {"kind":"text","writing":"never","nullable":true},
    answeredAt: {"kind":"time","writing":"never","nullable":true},
    endedAt: {"kind":"time","writing":"never","nullable":true},
    endedByKey: {"kind":"text","writing":"never","nullable":true},
  },
} as const satisfies DeclaredResource;
