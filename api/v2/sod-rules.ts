import { guid, integer, oneOf, text } from "#domain/resources/format/builders.ts";
import { sodRules as resource } from "#domain/resources/sod-rules.ts";
import { violations as violationsOfRules } from "#domain/resources/violations.ts";
import { sodItemTypes } from "#domain/sod/sod-rule.ts";
import { addSodRule, removeSodRule, setSodRulePhases, updateSodRule } from "#operations/sod/change-sod-rules.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { authorizationPhase } from "./authorization-phases.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const itemType = oneOf(sodItemTypes).shown(
  "Type of the item: targetSystem (an account there), managedGroup (a membership) or role.",
);
const itemKey = text().shown("Id of the target system, or key of the group or role.");

/** Part of a rule of separation of duties. */
export const sodPart = structure("SodPart", {
  items: { type: structure("SodItem", { itemType, itemKey }), collection: true, description: "Items of the part." },
});

/** Rules of separation of duties, with their parts and their phases. */
export const sodRules = resourceSet(resource, {
  properties: {
    parts: { type: sodPart, collection: true, needs: ["key"] },
    authorizationPhases: { type: authorizationPhase, collection: true, needs: ["key"] },
  },
  attachment: "sodRule",
  usualOrder: ["id"],
  create: {
    ...verb(addSodRule),
    status: 201,
    example: {
      id: "PAYMENTS",
      description: "Whoever enters payments does not release them",
      severity: "high",
      answer: "forbidden",
      parts: [
        { items: [{ itemType: "targetSystem", itemKey: "LEDGER" }] },
        { items: [{ itemType: "targetSystem", itemKey: "BANK" }] },
      ],
    },
  },
  update: { ...verb(updateSodRule), status: 204 },
  remove: { ...verb(removeSodRule), status: 204 },
  actions: {
    setAuthorizationPhases: action(setSodRulePhases, {
      parameters: {
        authorizationPhases: {
          type: authorizationPhase,
          collection: true,
          description: "Approval phases of the rule, which replace the current ones; an empty list for none.",
        },
      },
      result: structure("AuthorizedSodRule", {
        key: guid().shown("Key of the rule."),
        phases: integer().shown("Number of approval phases of the rule."),
      }),
    }),
  },
});

/** Violations of rules by the access that people have or had; the hub writes them. */
export const violations = resourceSet(violationsOfRules, {
  properties: {
    items: {
      type: structure("ViolatingItem", { part: integer().shown("Number of the part, from 1."), itemType, itemKey }),
      collection: true,
    },
  },
  ways: { rule: "linked", person: { linked: "people" } },
});
