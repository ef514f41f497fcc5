import { defineConnector } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";

const { definition } = ldap;

/** The LDAP connector but for what it says of passwords: all are set and open the account, and none was. */
export default defineConnector({
  ...definition,
  id: "lying-ldap",
  operations: {
    ...definition.operations,
    resetPassword: async () => undefined,
    verify: async () => ({ ok: true as const }),
  },
});
