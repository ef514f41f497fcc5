import { ServiceError } from "#domain/errors.ts";
import { type InNetworks, inNetworks } from "#platform/networks.ts";

import type { Middleware } from "../call-state.ts";

/** Refuses a call from a network from which its route takes none, before anything of its body is read. */
export function networks(): Middleware {
  const known = new WeakMap<readonly string[], InNetworks>();
  const knows = (list: readonly string[]) => {
    const isIn = known.get(list) ?? inNetworks(list);
    known.set(list, isIn);
    return isIn;
  };
  return ({ state: { route, services, ip } }, next) => {
    const taken = route.networks?.(services.settings);
    if (taken !== undefined && (ip === undefined || !knows(taken)(ip))) throw new ServiceError("NETWORK_REFUSED");
    return next();
  };
}
