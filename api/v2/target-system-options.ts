import { listTargetSystemOptions } from "#operations/target-systems/list-options.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

/** The options of a target system one by one; each is a property of the target system too. */
export const targetSystemOptionSet: EntitySet = {
  name: "options",
  key: { parameter: "optionName", property: "name", kind: "string" },
  type: entityType("TargetSystemOption", {
    name: { type: "Edm.String", access: "read" },
    value: { type: "Edm.Untyped", nullable: true },
    type: { type: "Edm.String", access: "read" },
  }),
  list: verb(listTargetSystemOptions),
};
