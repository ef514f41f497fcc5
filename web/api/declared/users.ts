// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `users` in the order of their declaration. */
export const users = {
  name: "users",
  properties: {
    id: {"kind":"text","writing":"always","required":true},
    displayName: {"kind":"text","writing":"always","nullable":true},
    mail: {"kind":"text","writing":"always","nullable":true},
    language: {"kind":"text","writing":"never","nullable":true},
    noticeDelivery: {"kind":"member","writing":"never","nullable":true,"members":["atOnce","daily","none"]},
    digestHour: {"kind":"number","writing":"never","nullable":true},
    locked: {"kind":"flag","writing":"never","initial":false},
    disabled: {"kind":"flag","writing":"never","initial":false},
    managerKey: {"kind":"text","writing":"always","nullable":true,"of":"users","by":"manager"},
    startsAt: {"kind":"time","writing":"always","nullable":true},
    endsAt: {"kind":"time","writing":"always","nullable":true},
    sponsorKey: {"kind":"text","writing":"always","nullable":true,"of":"users","by":"sponsor"},
    externalIncomplete: {"kind":"flag","writing":"never","initial":false},
    timeZone: {"kind":"text","writing":"always","nullable":true},
    calendar: {"kind":"text","writing":"always","nullable":true},
  },
} as const satisfies DeclaredResource;
