import type { KitTarget } from "#connectors/contract/index.ts";

import { startOpenLdap } from "./openldap.ts";

/** Starts a target for the ldap connector: an OpenLDAP server of its own. */
export async function start(): Promise<KitTarget> {
  const { url, baseDN, accountsDN, groupsDN, admin, stop } = await startOpenLdap();
  return {
    address: { url, baseDN, accountsDN, groupsDN },
    credentials: [{ role: "admin", login: admin.dn, secret: admin.password }],
    samples: {
      moreThanSchema: true,
      attribute: "description",
      weakPassword: "abc12",
      failuresMax: 5,
      renameEndsMemberships: true,
    },
    stop,
  };
}
