// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `passwordPolicies` in the order of their declaration. */
export const passwordPolicies = {
  name: "passwordPolicies",
  properties: {
    id: {"kind":"text","writing":"never"},
    description: {"kind":"text","writing":"change","required":true},
    length: {"kind":"structure","writing":"change","required":true},
    character: {"kind":"structure","writing":"change","required":true},
    dictionary: {"kind":"structure","writing":"change","required":true},
    history: {"kind":"structure","writing":"change","required":true},
    custom: {"kind":"structure","writing":"change","required":true},
  },
} as const satisfies DeclaredResource;
