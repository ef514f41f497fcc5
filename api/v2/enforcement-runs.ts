import { enforcementRuns as resource } from "#domain/resources/enforcement-runs.ts";
import { guid, integer, oneOf, text } from "#domain/resources/format/builders.ts";
import { differenceKinds, resolutions } from "#domain/roles/differences.ts";
import {
  confirmEnforcement,
  pauseEnforcement,
  resumeEnforcement,
  startEnforcement,
  stopEnforcement,
} from "#operations/enforcement/change-runs.ts";
import { reportDifferences } from "#operations/enforcement/report-differences.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const removals = structure("Removals", {
  of: oneOf(["targetSystem", "group", "role"]).shown("Kind of what access is removed from, or of the role that is."),
  key: text().shown("Key of the target system, the group or the role."),
  gone: integer().shown("Number of accesses or members that would be removed, with small removals shortly before."),
  known: integer().shown("Number of accesses or members that there are, or were before those."),
});

const thing = structure("DifferentAccess", {
  access: oneOf(["account", "membership"]).shown("Kind of the access."),
  targetSystemKey: text().shown("Key of the target system."),
  groupKey: guid().optional().shown("Key of the group; null for an account."),
});

const difference = structure("Difference", {
  kind: oneOf(differenceKinds).shown(
    "Kind: member (a role that the person lacks or has without reason), stale (an open request that no longer applies), deficit or surplus (of access).",
  ),
  resolution: oneOf(resolutions).shown(
    "Way in which it is resolved: add, remove, cancel (the request), exception, request (the role), removal (of the role) or none.",
  ),
  roleKey: guid().optional().shown("Key of the role; null for an account that a target system asks of everybody."),
  thing: { type: thing, nullable: true, description: "Access that is missing or too much; null for a role." },
  accountKey: guid().optional().shown("Key of the account that has the surplus; null for other differences."),
  requestKey: guid().optional().shown("Key of the open request that no longer applies; null for other differences."),
});

const changed = {
  result: structure("ChangedEnforcementRun", {
    key: guid().shown("Key of the run."),
    state: oneOf(["queued", "confirming", "running", "paused", "stopped", "ended"]).shown("State of the run."),
  }),
};

/** Runs of autores and rbacenforce, and reports of what they would find. */
export const enforcementRuns = resourceSet(resource, {
  properties: { largeRemovals: { type: removals, collection: true, nullable: true } },
  create: { ...verb(startEnforcement), status: 201, example: { kind: "autores" } },
  setActions: {
    report: action(reportDifferences, {
      parameters: {
        kind: oneOf(["autores", "rbacenforce"]).shown("Utility whose differences are reported."),
        userKeys: {
          type: "Edm.String",
          collection: true,
          nullable: true,
          description: "Keys of the users to whom the report is limited; null for everybody.",
        },
      },
      result: structure("DifferencesReport", {
        people: integer().shown("Number of people with differences."),
        differences: integer().shown("Number of differences."),
        removals: integer().shown("Number of differences that take access or a role away."),
        largeRemovals: { type: removals, collection: true, description: "Removals that a run would wait for." },
        found: {
          type: structure("PersonDifferences", {
            userKey: guid().shown("Key of the user."),
            differences: { type: difference, collection: true, description: "Differences of the user." },
          }),
          collection: true,
          description: "First of the people, with their differences.",
        },
      }),
    }),
  },
  actions: {
    pause: action(pauseEnforcement, changed),
    resume: action(resumeEnforcement, changed),
    stop: action(stopEnforcement, changed),
    confirm: action(confirmEnforcement, changed),
  },
  ways: {
    items: {
      contained: {
        properties: { differences: { type: difference, collection: true } },
        ways: { person: { linked: "people" } },
      },
    },
  },
});
