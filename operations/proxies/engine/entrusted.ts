import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { isAssigned } from "../../abilities/assignment.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { PolicyCheck } from "../../kernel/define-operation.ts";

/** Returns the policy for entrusting a proxy with the data of target systems: the proxy's operator can read all of it. */
export const entrustPolicy = (id: string): PolicyCheck<undefined> => ({
  name: policyOf.action("proxyServers/entrust"),
  facts: () => Promise.resolve({ id }),
});

/** Returns the IDs of the target systems that a proxy serves, or would serve once it has enrolled. */
export async function servedBy({ store }: Pick<CallContext, "store">, proxyId: string): Promise<readonly string[]> {
  const targets = await store.select("targetSystems");
  return targets.filter((target) => isAssigned(target, proxyId)).map(({ id }) => id);
}

/** Reports whether a proxy has ever enrolled; an invitation alone is no enrollment. */
export function hasEnrolled(proxy: Row<"proxyServers"> | undefined): boolean {
  return proxy !== undefined && proxy.status !== "invited";
}
