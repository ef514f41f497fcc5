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
    key: { type: "Edm.Guid", access: "read" },
    attribute: { type: "Edm.String" },
    discoveredObjectType: { type: "Edm.String", members: discoveredObjectTypes },
    mappedAttribute: { type: "Edm.String", nullable: true },
    type: { type: "Edm.String", members: attributeTypes },
    actionOnCreate: { type: "Edm.String", members: attributeActions },
    actionOnUpdate: { type: "Edm.String", members: attributeActions },
    sequence: { type: "Edm.Int32" },
    minValues: { type: "Edm.Int32" },
    maxValues: { type: "Edm.Int32" },
    loadFromTarget: { type: "Edm.Boolean" },
    valueRegex: { type: "Edm.String", nullable: true },
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
