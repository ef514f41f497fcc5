import { requestOperations } from "#domain/resources/request-operations.ts";
import { abortDiscovery, confirmDiscovery } from "#operations/discovery/decide-discovery.ts";

import { verb } from "../odata/entity-set.ts";
import { operationType, queued } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";

/** What goes on after its call was answered: each operation on a target system, with what came of it. */
export const operations = resourceSet(requestOperations, {
  path: "operations",
  type: operationType,
  actions: {
    confirm: { ...verb(confirmDiscovery), ...queued, parameters: { name: "ConfirmParameters", properties: {} } },
    abort: { ...verb(abortDiscovery), ...queued, parameters: { name: "AbortParameters", properties: {} } },
  },
  ways: { account: "linked", group: "linked", targetSystem: "linked" },
});
