// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `managedSystems` in the order of their declaration. */
export const managedSystems = {
  name: "managedSystems",
  properties: {
    id: {"kind":"text","writing":"never"},
    description: {"kind":"text","writing":"never"},
    type: {"kind":"text","writing":"never"},
    mode: {"kind":"member","writing":"never","members":["push","pull","vault"]},
    targetSystemKey: {"kind":"text","writing":"never","of":"targetSystems","by":"targetSystem"},
    enabled: {"kind":"flag","writing":"never","initial":true},
    confirmWithoutVerify: {"kind":"flag","writing":"never"},
  },
} as const satisfies DeclaredResource;
