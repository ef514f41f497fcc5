import { defineConnector } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";

const { definition } = ldap;
const { resetPassword, verify } = definition.operations;
const refused = { ok: false, reason: "invalid" } as const;

const isDependant = ({ name }: { readonly name: string }) => name.startsWith("copy");

/** The LDAP connector but for what it says of the passwords of dependants in a proof: all are set and open, and none was. */
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
