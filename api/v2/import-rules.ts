import { trialObjectsDefault } from "#domain/limits.ts";
import { importRules as resource } from "#domain/resources/import-rules.ts";
import { addImportRule, removeImportRule, updateImportRule } from "#operations/import-rules/change-import-rules.ts";
import { trialImportRules } from "#operations/import-rules/trial-import-rules.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property, StructuredType } from "../odata/structured-type.ts";
import { entityTypeOf } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const text: Property = { type: "Edm.String" };
const count: Property = { type: "Edm.Int32" };
const { sequence, objectType, action, policyId } = entityTypeOf(resource).properties;

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
    ...({ sequence, objectType, action, policyId } as StructuredType["properties"]),
    matched: { ...count, description: "How many objects it decides about." },
    changes: { ...count, description: "On how many of them it would change something." },
    objects: { type: trialObject, collection: true, description: "The first of these." },
  },
};

/** The rules by which discovered systems and accounts come under the policies of privileged passwords. */
export const importRules = resourceSet(resource, {
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
});
