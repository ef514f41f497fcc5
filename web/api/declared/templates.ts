// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `templates` in the order of their declaration. */
export const templates = {
  name: "templates",
  properties: {
    name: {"kind":"text","writing":"always","required":true},
    description: {"kind":"text","writing":"always","initial":""},
    helpUrl: {"kind":"text","writing":"always","nullable":true},
    enabled: {"kind":"flag","writing":"always","initial":true},
    usableBy: {"kind":"text","writing":"always","nullable":true},
    recipients: {"kind":"text","writing":"always","nullable":true},
    operations: {"kind":"structure","writing":"always","required":true},
    formFields: {"kind":"structure","writing":"always"},
    authorizationPhases: {"kind":"structure","writing":"never"},
    createdAt: {"kind":"time","writing":"never"},
  },
} as const satisfies DeclaredResource;
