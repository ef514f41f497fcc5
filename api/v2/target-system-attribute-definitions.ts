import {
  attributeActions,
  attributeTypes,
  discoveredObjectTypes,
} from "#operations/target-systems/attribute-definition-input.ts";
import { createAttributeDefinition } from "#operations/target-systems/create-attribute-definition.ts";
import { deleteAttributeDefinition } from "#operations/target-systems/delete-attribute-definition.ts";
import { updateAttributeDefinition } from "#operations/target-systems/update-attribute-definition.ts";

import { type EntitySet, type Navigation, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

const definitions: EntitySet = {
  name: "attributeDefinitions",
  source: "targetSystemAttributeDefinitions",
  key: { parameter: "attributeDefinitionKey", property: "key", kind: "guid" },
  type: entityType("TargetSystemAttributeDefinition", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    attribute: { type: "Edm.String", description: "The name of the attribute on the target." },
    discoveredObjectType: {
      type: "Edm.String",
      members: discoveredObjectTypes,
      description: "Of which objects it is.",
    },
    mappedAttribute: {
      type: "Edm.String",
      nullable: true,
      description: "The profile attribute of the owner from which its values are set; null = none.",
    },
    type: { type: "Edm.String", members: attributeTypes, description: "What its values are; string by default." },
    actionOnCreate: {
      type: "Edm.String",
      members: attributeActions,
      description: "What happens with it when an object is created; ignore by default.",
    },
    actionOnUpdate: {
      type: "Edm.String",
      members: attributeActions,
      description: "What happens with it when an object is changed; ignore by default.",
    },
    sequence: { type: "Edm.Int32", description: "Its place among the definitions; 0 by default." },
    minValues: { type: "Edm.Int32", description: "How many values it must have; 0 by default." },
    maxValues: { type: "Edm.Int32", description: "How many values it may have; 1 by default." },
    loadFromTarget: { type: "Edm.Boolean", description: "Whether a discovery loads it; true by default." },
    valueRegex: {
      type: "Edm.String",
      nullable: true,
      description: "What each value must match, as a regular expression; null = anything.",
    },
  }),
};

/** Which attributes of a target system's objects are read and written, and what they are mapped to. */
export const attributeDefinitionsOfTargetSystem: Navigation = {
  name: "attributeDefinitions",
  relation: "attributeDefinitions",
  many: true,
  contained: true,
  target: () => definitions,
  list: { policy: "targetsystems_attributedefinitions_get_list" },
  get: { policy: "targetsystems_attributedefinitions_get" },
  create: { ...verb(createAttributeDefinition), status: 201, parentField: "targetSystemId" },
  update: { ...verb(updateAttributeDefinition), status: 204, parentField: "targetSystemId" },
  remove: { ...verb(deleteAttributeDefinition), status: 204, parentField: "targetSystemId" },
};
