import { classesOf } from "#domain/identity/user-classes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { principalOf } from "../../principal.ts";

/** The policy that says who may get and hold tokens. */
export const tokenPolicy = "identity_connect_token";

/** Asks the policy `identity_connect_token` for a user who is about to get tokens. */
export async function mayGetTokens(
  context: CallContext,
  { key, id, superuser }: Pick<Row<"users">, "key" | "id" | "superuser">,
): Promise<{ allowed: boolean; reason: string }> {
  const members = await context.store.select("userClassMembers", { where: { userKey: key } });
  const classes = classesOf(members);
  const caller = { ...context.caller, kind: "user" as const, key, id, superuser, classes };
  const principal = await principalOf({ ...context, caller }, tokenPolicy);
  return context.policies.decide(tokenPolicy, { principal, resource: {} });
}
