import { guid } from "#domain/resources/format/builders.ts";
import { pluginDeliveries as resource } from "#domain/resources/plugin-deliveries.ts";
import { retryDelivery } from "#operations/plug-ins/retry-delivery.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

/** Deliveries to plug-ins, with those that were given up. */
export const pluginDeliveries = resourceSet(resource, {
  actions: {
    retry: action(retryDelivery, {
      result: structure("RetriedPluginDelivery", { key: guid().shown("Key of the delivery that waits again.") }),
    }),
  },
});
