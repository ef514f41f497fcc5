import { orderedColumns } from "#domain/query/ordered-columns.ts";
import { abortDiscovery, confirmDiscovery } from "#operations/discovery/decide-discovery.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { operationType, queued } from "./queued.ts";
import { setNamed } from "./set-named.ts";

/** What goes on after its call was answered: each operation on a target system, with what came of it. */
export const operations: EntitySet = {
  name: "operations",
  source: "requestOperations",
  key: { parameter: "operationKey", property: "key", kind: "guid" },
  type: operationType,
  allowedOrderByPropertiesList: orderedColumns.requestOperations,
  list: { policy: "operations_get_list" },
  get: { policy: "operations_get" },
  actions: {
    confirm: { ...verb(confirmDiscovery), ...queued, parameters: { name: "ConfirmParameters", properties: {} } },
    abort: { ...verb(abortDiscovery), ...queued, parameters: { name: "AbortParameters", properties: {} } },
  },
  navigation: [
    {
      name: "account",
      relation: "account",
      many: false,
      constraint: "accountKey",
      target: () => setNamed("accounts"),
      get: { policy: "operations_account_get" },
    },
    {
      name: "group",
      relation: "group",
      many: false,
      constraint: "groupKey",
      target: () => setNamed("groups"),
      get: { policy: "operations_group_get" },
    },
    {
      name: "targetSystem",
      relation: "targetSystem",
      many: false,
      constraint: "targetSystemKey",
      target: () => setNamed("targetSystems"),
      get: { policy: "operations_targetsystem_get" },
    },
  ],
};
