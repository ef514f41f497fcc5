import { importActions, importObjectTypes } from "#domain/import-rules.ts";
import { trialObjectsDefault } from "#domain/limits.ts";
import { addImportRule, removeImportRule, updateImportRule } from "#operations/import-rules/change-import-rules.ts";
import { trialImportRules } from "#operations/import-rules/trial-import-rules.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType, type Property, type StructuredType } from "../odata/structured-type.ts";

const text: Property = { type: "Edm.String" };
const count: Property = { type: "Edm.Int32" };
const parts: Readonly<Record<string, Property>> = {
  sequence: {
    ...count,
    description: "Its place among the rules for the same objects: the first one that matches decides.",
  },
  objectType: { type: "Edm.String", members: importObjectTypes, description: "Of which objects it is a rule." },
  action: { type: "Edm.String", members: importActions, description: "What is done with what it matches." },
  policyId: {
    type: "Edm.String",
    nullable: true,
    description: "The policy under which bind brings them; null = none, as for the other actions.",
  },
};

const trialObject: StructuredType = {
  name: "ImportTrialObject",
  properties: {
    targetSystemKey: { ...text, description: "The target system." },
    name: { ...text, description: "The name of the system, or the name by which the account logs in." },
  },
};

const ruleTrial: StructuredType = {
  name: "ImportRuleTrial",
  properties: {
    key: { type: "Edm.Guid", description: "The rule." },
    ...parts,
    matched: { ...count, description: "How many objects it decides about." },
    changes: { ...count, description: "On how many of them it would change something." },
    objects: { type: trialObject, collection: true, description: "The first of these." },
  },
};

/** The rules by which discovered systems and accounts come under the policies of privileged passwords. */
export const importRules: EntitySet = {
  name: "importRules",
  source: "importRules",
  key: { parameter: "importRuleKey", property: "key", kind: "guid" },
  type: entityType("ImportRule", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    ...parts,
    description: { type: "Edm.String", nullable: true, description: "What people should know of it." },
    condition: {
      ...text,
      description: "Which objects it matches, as an expression; docs/import-rule-fields.md lists what it may name.",
    },
    enabled: { type: "Edm.Boolean", description: "Whether it takes part; true by default." },
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
          targetSystemKey: {
            type: "Edm.String",
            nullable: true,
            description: "The target system to which the trial is limited; null = all.",
          },
          objectsMax: {
            type: "Edm.Int32",
            nullable: true,
            description: `How many objects each rule lists at most; null = ${trialObjectsDefault}.`,
          },
        },
      },
      result: {
        name: "ImportTrial",
        properties: { rules: { type: ruleTrial, collection: true, description: "What each rule would do." } },
      },
    },
  },
};
