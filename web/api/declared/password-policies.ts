// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `passwordPolicies` in the order of their declaration. */
export const passwordPolicies = {
  name: "passwordPolicies",
  properties: {
    id: {"kind":"text","writing":"create","required":true},
    description: {"kind":"text","writing":"always","required":true},
    length: {"kind":"structure","writing":"always","required":true},
    character: {"kind":"structure","writing":"always","required":true},
    dictionary: {"kind":"structure","writing":"always","required":true},
    history: {"kind":"structure","writing":"always","required":true},
    custom: {"kind":"structure","writing":"always","required":true},
  },
} as const satisfies DeclaredResource;
