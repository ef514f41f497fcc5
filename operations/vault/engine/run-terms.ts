import { timeZone } from "#domain/calendar/time-zone.ts";
import type { RunTerms } from "#domain/vault/due-accounts.ts";
import type { NodesAtHand } from "#domain/vault/managing-node.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** Returns the terms by which the accounts of runs are chosen at this moment. */
export async function runTerms(context: ServiceContext): Promise<RunTerms> {
  const { store, settings, clock } = context;
  const policies = await store.select("managedSystemPolicies");
  return { policies, nodes: nodesAtHand(context), zone: timeZone(settings.timeZone), now: clock.now() };
}

/** Returns the nodes, and whether this one substitutes for others, as it is now. */
export function nodesAtHand({ store, nodes, settings }: ServiceContext): NodesAtHand {
  const { randomizeLocalFallback: fallsBack } = settings;
  return { own: store.node, fallsBack, isAvailable: (id) => nodes.isAvailable(id) };
}
