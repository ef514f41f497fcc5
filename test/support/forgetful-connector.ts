import { defineConnector } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";

const { definition } = ldap;
const { resetPassword, verify } = definition.operations;
const refused = { ok: false, reason: "invalid" } as const;

const isDependant = ({ name }: { readonly name: string }) => name.startsWith("copy");

/** The LDAP connector, except that in a proof it reports passwords of dependents as set and open without setting any. */
export default defineConnector({
  ...definition,
  id: "forgetful-ldap",
  operations: {
    ...definition.operations,
    resetPassword: async (session, wish, call) =>
      isDependant(wish.account) ? undefined : resetPassword?.(session, wish, call),
    verify: async (session, wish, call) =>
      isDependant(wish.account) ? { ok: true as const } : ((await verify?.(session, wish, call)) ?? refused),
  },
});
