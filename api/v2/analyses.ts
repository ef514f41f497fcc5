import { tolerancePercentMax, suggestionsDefault } from "#domain/analysis-limits.ts";
import { operationRetryAfterSeconds } from "#domain/limits.ts";
import { simulatedResourceTypes } from "#domain/requests/phase-resources.ts";
import { analyses as resource } from "#domain/resources/analyses.ts";
import { flag, guid, integer, longText, oneOf, text, time } from "#domain/resources/format/builders.ts";
import { deficitWays, surplusWays } from "#domain/roles/role-content.ts";
import { addAnalysis } from "#operations/analyses/add-analysis.ts";
import { compareAnalysis } from "#operations/analyses/compare-analysis.ts";
import { stopAnalysis } from "#operations/analyses/stop-analysis.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { authorizationPhase } from "./authorization-phases.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { sodPart } from "./sod-rules.ts";

const input = structure("AnalysisInput", {
  userClassId: text().optional().shown("ID of the user class of classCondition; null for a new class."),
  condition: longText().optional().shown("Condition of classCondition, as a $filter on users."),
  resourceType: oneOf(simulatedResourceTypes).optional().shown("Type of the resource whose phases phaseSet simulates."),
  resourceKey: text().optional().shown("ID or key of that resource."),
  phases: {
    type: authorizationPhase,
    collection: true,
    nullable: true,
    description: "Approval phases of phaseSet.",
  },
  last: integer().optional().shown("Number of the latest requests that phaseSet simulates; null for 100."),
  targetSystemKey: text().optional().shown("Target system of mandatoryTarget."),
  mandatory: flag()
    .optional()
    .shown("False of mandatoryTarget if accounts on the target system are no longer mandatory; null for true."),
  roleKey: guid().optional().shown("Key of the role of roleVersion and enforcement."),
  number: integer().optional().shown("Number of the version of roleVersion; null for the draft."),
  surplus: oneOf(surplusWays).optional().shown("Way of surpluses of enforcement; null for the present one."),
  deficit: oneOf(deficitWays).optional().shown("Way of deficits of enforcement; null for the present one."),
  asksPhases: flag().optional().shown("True of enforcement if the phases of the role also decide; null for as now."),
  ruleKey: guid().optional().shown("Key of the rule of sodRule that would change; null for a new rule."),
  parts: {
    type: sodPart,
    collection: true,
    nullable: true,
    description: "Parts of sodRule; null for the present ones.",
  },
  atLeast: integer()
    .optional()
    .shown("Number of parts that violate the rule of sodRule; null for the present one, or 2."),
  attribute: text()
    .optional()
    .shown("Attribute of users within whose values roleMining searches, such as department; null for all users."),
  rolesMax: integer()
    .optional()
    .shown(`Number of roles that roleMining suggests at most; null for ${suggestionsDefault}.`),
  peopleMin: integer().optional().shown("Fewest people of a suggested role; null for 5."),
  entitlementsMin: integer().optional().shown("Fewest entitlements of a suggested role; null for 2."),
  tolerancePercent: integer()
    .optional()
    .shown(
      `Share of the entitlements of a suggested role that its people may lack, in percent up to ${tolerancePercentMax}; null for none.`,
    ),
});

const summary = structure("AnalysisSummary", {
  operations: {
    type: structure("CountedRows", {
      operation: text(20).shown("Code of the operation."),
      rows: integer().shown("Number of rows with the code."),
      people: integer().shown("Number of different people in these rows."),
    }),
    collection: true,
    description: "Rows by the codes of their operations.",
  },
  looked: integer().optional().shown("Number of simulated requests; null for other kinds."),
  untold: integer()
    .optional()
    .shown("Number of requests that cannot be simulated, because their ledger is incomplete; null for other kinds."),
  suggestions: integer().optional().shown("Number of suggested roles; null for other kinds."),
  grants: integer().optional().shown("Number of grants that were looked at; null for other kinds."),
  patterns: integer().optional().shown("Number of different sets of access that people have; null for other kinds."),
  isExact: flag()
    .optional()
    .shown(
      "True if no other roles would replace more grants, one after the other; false if the search was cut short; null for other kinds.",
    ),
});

const compared = structure("ComparedAnalysis", {
  key: guid().shown("Key of the analysis."),
  comparedAt: time().shown("Time of the comparison."),
  predicted: integer().shown("Number of predicted changes."),
  came: integer().shown("Number of predicted changes that came since."),
  missing: integer().shown("Number of predicted changes that did not come."),
  others: integer()
    .optional()
    .shown("Number of further requests of the service with the same operations since then; null if not known."),
});

/** Analyses: simulations and searches for roles, with their rows and the suggested roles. */
export const analyses = resourceSet(resource, {
  properties: { input: { type: input }, summary: { type: summary } },
  create: {
    ...verb(addAnalysis),
    status: 202,
    statusMonitor: { set: "analyses", retryAfterSeconds: operationRetryAfterSeconds },
    example: {
      kind: "classCondition",
      input: {
        userClassId: "IT",
        condition: "attributes/any(a:a/name eq 'department' and a/value eq 'IT') and disabled eq false",
      },
    },
  },
  actions: {
    stop: action(stopAnalysis, {
      result: structure("StoppedAnalysis", {
        key: guid().shown("Key of the analysis."),
        state: text(20).shown("State of the analysis: stopped."),
      }),
    }),
    compare: action(compareAnalysis, { result: compared }),
  },
  ways: {
    starter: { linked: "people" },
    rows: {
      contained: {
        usualOrder: ["sequence"],
        ways: {
          person: { linked: "people" },
          targetSystem: "linked",
          group: "linked",
          role: "linked",
          request: "linked",
        },
      },
    },
    suggestions: "linked",
  },
});
