// Written by `npm run docs` from the declarations of the resources: do not edit.

import type { DeclaredResource } from "../declared-property.ts";

/** Properties of `clients` in the order of their declaration. */
export const clients = {
  name: "clients",
  properties: {
    id: {"kind":"text","writing":"create","required":true},
    displayName: {"kind":"text","writing":"always","nullable":true},
    isPublic: {"kind":"flag","writing":"create","initial":false},
    firstParty: {"kind":"flag","writing":"always","initial":false},
    enabled: {"kind":"flag","writing":"always","initial":true},
    grants: {"kind":"members","writing":"always","required":true,"members":["password","authorization_code","client_credentials","refresh_token"]},
    scopes: {"kind":"members","writing":"always","members":["api","openid","offline_access"]},
    redirectUris: {"kind":"texts","writing":"always"},
    postLogoutRedirectUris: {"kind":"texts","writing":"always"},
    userKey: {"kind":"text","writing":"never","nullable":true,"of":"users","by":"user"},
  },
} as const satisfies DeclaredResource;
