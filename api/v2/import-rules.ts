import { trialObjectsDefault } from "#domain/limits.ts";
import { guid, integer, text } from "#domain/resources/format/builders.ts";
import { importRules as resource } from "#domain/resources/import-rules.ts";
import { addImportRule, removeImportRule, updateImportRule } from "#operations/import-rules/change-import-rules.ts";
import { trialImportRules } from "#operations/import-rules/trial-import-rules.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const { sequence, objectType, action: ruleAction, policyId } = resource.properties;

const trialObject = structure("ImportTrialObject", {
  targetSystemKey: text().shown("The target system."),
  name: text().shown("The name of the system, or the name by which the account logs in."),
});

const ruleTrial = structure("ImportRuleTrial", {
  key: guid().shown("The rule."),
  sequence,
  objectType,
  action: ruleAction,
  policyId,
  matched: integer().shown("Number of objects that the rule applies to."),
  changes: integer().shown("Number of objects that the rule would change."),
  objects: {
    type: trialObject,
    collection: true,
    description: "First objects that the rule would change.",
  },
});

/** The rules by which discovered systems and accounts come under the policies of privileged passwords. */
export const importRules = resourceSet(resource, {
  create: { ...verb(addImportRule), status: 201 },
  update: { ...verb(updateImportRule), status: 204 },
  remove: { ...verb(removeImportRule), status: 204 },
  setActions: {
    trial: action(trialImportRules, {
      parameters: {
        targetSystemKey: text().optional().shown("Key of the target system of the dry run; null for all."),
        objectsMax: integer().optional().shown(`Most objects that each rule lists; null for ${trialObjectsDefault}.`),
        ruleKey: guid().optional().shown("Key of a rule that the dry run treats as enabled; null for none."),
      },
      result: structure("ImportTrial", {
        rules: { type: ruleTrial, collection: true, description: "Effects of each rule." },
      }),
    }),
  },
});
