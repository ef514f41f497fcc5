import { valuesByName } from "#domain/values-by-name.ts";
import type { Principal } from "#policies/principal.ts";

import type { Caller, ServiceContext } from "./context.ts";

/** Services and caller for asking a policy. */
interface Asked extends Pick<ServiceContext, "store" | "policies"> {
  readonly caller: Pick<Caller, "key" | "id" | "superuser" | "classes">;
}

/** Returns the caller as a policy sees it; profile attributes are read only for policies that use them. */
export function principalOf(context: Asked, policy: string): Promise<Principal> | Principal {
  const { id, superuser, classes, key } = context.caller;
  const principal = { key: key ?? "", id, superuser, classes, attributes: {} };
  return context.policies.readsProfile(policy) ? withProfile(context, principal) : principal;
}

async function withProfile({ store }: Pick<Asked, "store">, principal: Principal): Promise<Principal> {
  const rows = await store.select("userAttributes", {
    where: { userKey: principal.key ?? "" },
    orderBy: [["sequence", "asc"]],
  });
  return { ...principal, attributes: valuesByName(rows) };
}
