import { timeZone } from "#domain/calendar/time-zone.ts";
import type { RunTerms } from "#domain/vault/due-accounts.ts";
import type { NodesAtHand } from "#domain/vault/managing-node.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** Returns the terms by which the accounts of runs are chosen at this moment. */
export async function runTerms(context: ServiceContext): Promise<RunTerms> {
  const { store, settings, clock } = context;
  const policies = await store.select("managedSystemPolicies");
  const [nodes, here] = [await nodesAtHand(context), await store.homes.here()];
  return { policies, nodes, here, zone: timeZone(settings.timeZone), now: clock.now() };
}

/** Returns the nodes, and whether this one substitutes for others, as it is now. */
export async function nodesAtHand({ store, nodes, settings }: ServiceContext): Promise<NodesAtHand> {
  const { randomizeLocalFallback: fallsBack } = settings;
  const available = await nodes.available();
  return { own: store.node, fallsBack, isAvailable: (id) => available.has(id) };
}
