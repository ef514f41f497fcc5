import { defineConnector } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";

const { definition } = ldap;

/** The LDAP connector, except that it reports passwords as set without setting any; whether one opens an account it tells as it is. */
export default defineConnector({
  ...definition,
  id: "silent-ldap",
  operations: { ...definition.operations, resetPassword: async () => undefined },
});
