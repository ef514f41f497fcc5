import {
  createAttributeDefinition,
  deleteAttributeDefinition,
  updateAttributeDefinition,
} from "#operations/target-systems/change-attribute-definitions.ts";
import {
  createCredential,
  deleteCredential,
  replaceCredential,
  updateCredential,
} from "#operations/target-systems/change-credentials.ts";
import { updateOption } from "#operations/target-systems/update-option.ts";

import { verb } from "../odata/entity-set.ts";
import type { Way } from "./resource-set.ts";

const parentField = "targetSystemId";

/** Options of a target system one by one; each is a property of the target system too. */
export const targetSystemOptionsWay: Way = {
  contained: { properties: { value: { type: "Edm.PrimitiveType", nullable: true } } },
  update: { ...verb(updateOption), status: 204, parentField },
};

/** Credentials with which a target system is managed; no answer shows their passwords. */
export const targetSystemCredentialsWay: Way = {
  contained: {
    properties: {
      passwordSet: { from: (row) => row["passwordSet"] ?? row["password"] !== null, needs: ["password"] },
    },
  },
  create: { ...verb(createCredential), status: 201, parentField },
  replace: { ...verb(replaceCredential), status: 200, parentField },
  update: { ...verb(updateCredential), status: 204, parentField },
  remove: { ...verb(deleteCredential), status: 204, parentField },
};

/** Attributes of a target system's objects that are read and written, with their mappings. */
export const attributeDefinitionsWay: Way = {
  contained: {},
  create: { ...verb(createAttributeDefinition), status: 201, parentField },
  update: { ...verb(updateAttributeDefinition), status: 204, parentField },
  remove: { ...verb(deleteAttributeDefinition), status: 204, parentField },
};
