// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `proxyServers` in the order of their declaration. */
export const proxyServers = {
  name: "proxyServers",
  properties: {
    id: {"kind":"text","writing":"never"},
    status: {"kind":"text","writing":"never"},
    connectors: {"kind":"structure","writing":"never"},
    failedConnectors: {"kind":"structure","writing":"never"},
    softwareVersion: {"kind":"text","writing":"never","nullable":true},
    lastSeenAt: {"kind":"time","writing":"never","nullable":true},
    enrolmentExpiresAt: {"kind":"time","writing":"never","nullable":true},
  },
} as const satisfies DeclaredResource;
