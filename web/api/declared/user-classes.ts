// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `userClasses` in the order of their declaration. */
export const userClasses = {
  name: "userClasses",
  properties: {
    id: {"kind":"text","writing":"create","required":true},
    description: {"kind":"text","writing":"always","required":true},
    condition: {"kind":"longText","writing":"always","nullable":true},
    passwordPolicyId: {"kind":"text","writing":"always","nullable":true},
  },
} as const satisfies DeclaredResource;
