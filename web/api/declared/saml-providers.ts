// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `samlProviders` in the order of their declaration. */
export const samlProviders = {
  name: "samlProviders",
  properties: {
    id: {"kind":"text","writing":"create","required":true},
    description: {"kind":"text","writing":"always","nullable":true},
    entryPoint: {"kind":"text","writing":"always","required":true},
    issuer: {"kind":"text","writing":"always","required":true},
    certificates: {"kind":"texts","writing":"always","required":true},
    entityId: {"kind":"text","writing":"always","nullable":true},
    nameAttribute: {"kind":"text","writing":"always","nullable":true},
    userAttribute: {"kind":"text","writing":"always","nullable":true},
    signatureAlgorithms: {"kind":"members","writing":"always","nullable":true,"members":["rsa-sha256","rsa-sha512","rsa-pss-sha256"]},
    clockSkewSeconds: {"kind":"number","writing":"always","initial":30,"min":0,"max":300},
    userClass: {"kind":"text","writing":"always","nullable":true},
    superusers: {"kind":"flag","writing":"always","initial":false},
    enabled: {"kind":"flag","writing":"always","initial":true},
  },
} as const satisfies DeclaredResource;
