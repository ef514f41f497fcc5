// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `sodRules` in the order of their declaration. */
export const sodRules = {
  name: "sodRules",
  properties: {
    id: {"kind":"text","writing":"create","required":true},
    description: {"kind":"text","writing":"always","initial":""},
    severity: {"kind":"member","writing":"always","initial":"medium","members":["low","medium","high","critical"]},
    answer: {"kind":"member","writing":"always","initial":"forbidden","members":["forbidden","phase","exception"]},
    atLeast: {"kind":"number","writing":"always","initial":2,"min":2,"max":20},
    enabled: {"kind":"flag","writing":"always","initial":true},
    parts: {"kind":"structure","writing":"always","required":true},
    authorizationPhases: {"kind":"structure","writing":"always","required":true},
    createdAt: {"kind":"time","writing":"never"},
  },
} as const satisfies DeclaredResource;
