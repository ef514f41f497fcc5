import { updateOption } from "#operations/target-systems/update-option.ts";

import { type EntitySet, type Navigation, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

const options: EntitySet = {
  name: "options",
  source: "targetSystemOptions",
  key: { parameter: "optionName", property: "name", kind: "string" },
  type: entityType("TargetSystemOption", {
    name: { type: "Edm.String", access: "read", description: "The name of the option." },
    value: {
      type: "Edm.PrimitiveType",
      nullable: true,
      description:
        "Its value: true, false, a text or null, as the option wants it; docs/target-system-options.md lists them.",
    },
    type: { type: "Edm.String", access: "read", members: ["boolean", "string"], description: "What its value is." },
  }),
};

/** The options of a target system one by one; each is a property of the target system too. */
export const optionsOfTargetSystem: Navigation = {
  name: "options",
  relation: "options",
  many: true,
  contained: true,
  target: () => options,
  list: { policy: "targetsystems_options_get_list" },
  get: { policy: "targetsystems_options_get" },
  update: { ...verb(updateOption), status: 204, parentField: "targetSystemId" },
};
