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

/** The options of a target system one by one; each is a property of the target system too. */
export const targetSystemOptionsWay: Way = {
  contained: { properties: { value: { type: "Edm.PrimitiveType", nullable: true } } },
  update: { ...verb(updateOption), status: 204, parentField },
};

/** The logins with which a target system is managed; passwords go in and never come out. */
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

/** Which attributes of a target system's objects are read and written, and what they are mapped to. */
export const attributeDefinitionsWay: Way = {
  contained: {},
  create: { ...verb(createAttributeDefinition), status: 201, parentField },
  update: { ...verb(updateAttributeDefinition), status: 204, parentField },
  remove: { ...verb(deleteAttributeDefinition), status: 204, parentField },
};
