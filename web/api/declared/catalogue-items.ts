// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `catalogueItems` in the order of their declaration. */
export const catalogueItems = {
  name: "catalogueItems",
  properties: {
    key: {"kind":"text","writing":"never"},
    resourceType: {"kind":"text","writing":"never"},
    targetSystemKey: {"kind":"text","writing":"never","nullable":true},
    name: {"kind":"text","writing":"never"},
    description: {"kind":"text","writing":"never"},
    helpUrl: {"kind":"text","writing":"never","nullable":true},
    requestable: {"kind":"flag","writing":"never"},
    usableBy: {"kind":"text","writing":"never","nullable":true},
    ownerKey: {"kind":"text","writing":"change","nullable":true},
    risk: {"kind":"number","writing":"change","nullable":true,"min":0,"max":100},
    tags: {"kind":"texts","writing":"change"},
    longestHours: {"kind":"number","writing":"change","nullable":true,"min":1,"max":87600},
    formFields: {"kind":"structure","writing":"change"},
    tagsText: {"kind":"text","writing":"never"},
    owner: {"kind":"structure","writing":"never","nullable":true},
    fulfilment: {"kind":"member","writing":"never","members":["connector","implementer","none"]},
    codes: {"kind":"texts","writing":"never"},
    fields: {"kind":"structure","writing":"never"},
    phases: {"kind":"structure","writing":"never"},
  },
} as const satisfies DeclaredResource;
