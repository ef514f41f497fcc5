import { defineConnector } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";

const { definition } = ldap;

/** The LDAP connector, except that it reports passwords as set and open without setting any. */
export default defineConnector({
  ...definition,
  id: "lying-ldap",
  operations: {
    ...definition.operations,
    resetPassword: async () => undefined,
    verify: async () => ({ ok: true as const }),
  },
});
