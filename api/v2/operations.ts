import { requestOperations } from "#domain/resources/request-operations.ts";
import { abortDiscovery, confirmDiscovery } from "#operations/discovery/decide-discovery.ts";

import { action } from "./action.ts";
import { operationType, queued } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";

/** Work that continues after its call was answered: each operation on a target system, with its result. */
export const operations = resourceSet(requestOperations, {
  path: "operations",
  type: operationType,
  actions: { confirm: action(confirmDiscovery, queued), abort: action(abortDiscovery, queued) },
  ways: { account: "linked", group: "linked", targetSystem: "linked" },
});
