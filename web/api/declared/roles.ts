// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `roles` in the order of their declaration. */
export const roles = {
  name: "roles",
  properties: {
    id: {"kind":"text","writing":"create","required":true},
    description: {"kind":"text","writing":"never","nullable":true},
    state: {"kind":"member","writing":"never","initial":"draft","members":["draft","inForce","retired"]},
    number: {"kind":"number","writing":"never","nullable":true},
    condition: {"kind":"longText","writing":"never","nullable":true},
    surplus: {"kind":"member","writing":"never","initial":"none","members":["none","remove","exception","request"]},
    deficit: {"kind":"member","writing":"never","initial":"none","members":["none","add","exception","removal"]},
    asksPhases: {"kind":"flag","writing":"never","initial":false},
    createdAt: {"kind":"time","writing":"never"},
    draft: {"kind":"structure","writing":"always","nullable":true},
    authorizationPhases: {"kind":"structure","writing":"never"},
  },
} as const satisfies DeclaredResource;
