import { policyOf } from "#domain/policy-name.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import type { PolicyCheck } from "../../kernel/define-operation.ts";

/** Returns a role as policies see it, with its owners. */
async function roleFacts({ store }: Pick<ServiceContext, "store">, key: string) {
  const role = await store.get("roles", key);
  const owners = await store.select("roleOwners", { where: { roleKey: key } });
  return { ...role, ownerKeys: owners.map(({ userKey }) => userKey) };
}

/** Returns the policies for a change of a role that its owners may make: it must be visible, and the change allowed. */
export function policiesOfOwner(
  verb: "update" | "action",
  path: string,
): readonly PolicyCheck<{ readonly key: string }>[] {
  return [
    { name: policyOf.get("roles"), rows: true },
    { name: policyOf[verb](path), facts: (context, { key }) => roleFacts(context, key) },
  ];
}
