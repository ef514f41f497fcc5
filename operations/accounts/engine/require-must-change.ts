import type { Capability } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import { servingProxies } from "../../abilities/serving-proxy.ts";
import type { ServiceContext } from "../../kernel/context.ts";

const capability: Capability = "expirePassword";

/**
 * Throws CAPABILITY_MISSING unless the target systems of accounts can require a password change at the next sign-in.
 * @throws CAPABILITY_MISSING
 */
export async function requireMustChange(
  context: ServiceContext,
  accounts: readonly Pick<Row<"accounts">, "targetSystemKey">[],
): Promise<void> {
  for (const key of new Set(accounts.map(({ targetSystemKey }) => targetSystemKey))) {
    const target = await context.store.get("targetSystems", key);
    if (!target) continue;
    const connectors = (await servingProxies(context, target)).flatMap((proxy) => proxy.connectors);
    if (connectors.some(({ id, capabilities }) => id === target.type && capabilities.includes(capability))) continue;
    throw new ServiceError("CAPABILITY_MISSING", {
      target: "mustChange",
      message: `The connector of ${key} cannot make somebody change the password at the next login. Leave mustChange out.`,
    });
  }
}
