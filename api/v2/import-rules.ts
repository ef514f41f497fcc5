import { importActions, importObjectTypes } from "#domain/import-rules.ts";
import { addImportRule, removeImportRule, updateImportRule } from "#operations/import-rules/change-import-rules.ts";
import { trialImportRules } from "#operations/import-rules/trial-import-rules.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType, type Property, type StructuredType } from "../odata/structured-type.ts";

const text: Property = { type: "Edm.String" };
const count: Property = { type: "Edm.Int32" };
const objectType: Property = { type: "Edm.String", members: importObjectTypes };
const action: Property = { type: "Edm.String", members: importActions };
const policyId: Property = { type: "Edm.String", nullable: true };

const trialObject: StructuredType = {
  name: "ImportTrialObject",
  properties: { targetSystemKey: text, name: text },
};

const ruleTrial: StructuredType = {
  name: "ImportRuleTrial",
  properties: {
    ...{ key: { type: "Edm.Guid" }, sequence: count, objectType, action, policyId },
    ...{ matched: count, changes: count, objects: { type: trialObject, collection: true } },
  },
};

/** The rules by which discovered systems and accounts come under the policies of privileged passwords. */
export const importRules: EntitySet = {
  name: "importRules",
  source: "importRules",
  key: { parameter: "importRuleKey", property: "key", kind: "guid" },
  type: entityType("ImportRule", {
    key: { type: "Edm.Guid", access: "read" },
    objectType,
    sequence: count,
    description: { type: "Edm.String", nullable: true },
    condition: text,
    action,
    policyId,
    enabled: { type: "Edm.Boolean" },
  }),
  list: { policy: "importrules_get_list" },
  get: { policy: "importrules_get" },
  create: { ...verb(addImportRule), status: 201 },
  update: { ...verb(updateImportRule), status: 204 },
  remove: { ...verb(removeImportRule), status: 204 },
  setActions: {
    trial: {
      ...verb(trialImportRules),
      parameters: {
        name: "ImportTrialParameters",
        properties: {
          targetSystemKey: { type: "Edm.String", nullable: true },
          objectsMax: { type: "Edm.Int32", nullable: true },
        },
      },
      result: { name: "ImportTrial", properties: { rules: { type: ruleTrial, collection: true } } },
    },
  },
};
