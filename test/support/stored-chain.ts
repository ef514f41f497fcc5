import type { AuthChain } from "#domain/chains/auth-chain.ts";

import type { TestService } from "./service.ts";

/** Stores a chain and activates it, without the checks. */
export async function storeChain(
  { store, context }: Pick<TestService, "store" | "context">,
  chain: AuthChain,
): Promise<void> {
  const { name } = chain;
  const number = ((await store.get("authChains", name))?.number ?? 0) + 1;
  await store.transaction(async () => {
    await store.save("authChains", { name, stored: chain, enabled: true, number });
    await store.add("authChainVersions", {
      key: context.ids.guid(),
      name,
      number,
      action: "set",
      before: null,
      after: chain,
      enabled: true,
      changedBy: "test",
      changedAt: context.clock.now(),
      comment: null,
    });
  });
}
