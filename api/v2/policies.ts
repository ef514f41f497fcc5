import { dryRunUsersMax } from "#domain/limits.ts";
import { diffKinds } from "#domain/line-diff.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import { flag, integer, list, longText, oneOf, text } from "#domain/resources/format/builders.ts";
import { policies as resource, policyVersions } from "#domain/resources/policies.ts";
import { checkPolicyText } from "#operations/policies/check-policy.ts";
import { dryRunPolicies } from "#operations/policies/dry-run.ts";
import { explainPolicy } from "#operations/policies/explain-policy.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { rollBackPolicy } from "#operations/policies/roll-back-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property } from "../odata/structured-type.ts";
import { action } from "./action.ts";
import { structure, valueTypeOf } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const place = {
  line: integer().shown("Its line, from 1."),
  column: integer().shown("Its column, from 1."),
};

const change = {
  comment: { type: "Edm.String", nullable: true, description: "Why; null = nobody says." },
  expectedNumber: {
    type: "Edm.Int32",
    nullable: true,
    description: "The number that the newest version must have; null = any.",
  },
  force: {
    type: "Edm.Boolean",
    nullable: true,
    description: "Whether it is to be done although the caller could not change policies any more; null = no.",
  },
} as const satisfies Readonly<Record<string, Property>>;

const changed = valueTypeOf(policyVersions, "ChangedPolicy");

const check = structure("PolicyCheck", {
  faults: {
    type: structure("PolicyFault", { ...place, message: longText().shown("The rule, and the way out.") }),
    collection: true,
    description: "What is wrong with the text; none = it may be stored.",
  },
  changes: {
    type: structure("PolicyTextLine", {
      kind: oneOf(diffKinds).shown("Whether it stands in both, in the new text alone, or in that in force alone."),
      text: longText().shown("The line."),
    }),
    collection: true,
    description: "How the text differs from what is in force, line by line; none of a text that is too long.",
  },
});

const explanation = structure("PolicyExplanation", {
  name: text().shown("The policy."),
  userId: text().shown("The user."),
  allowed: flag().shown("Whether it allows."),
  reason: text().shown("Why."),
  expression: longText().shown("What was asked."),
  parts: {
    type: structure("ExplainedPart", {
      depth: integer().shown("How deep it stands inside other parts; 0 = the whole policy."),
      text: text().shown("The part."),
      ...place,
      outcome: oneOf(["value", "failed", "open"]).shown("Whether it has a value, fails, or depends on the resource."),
      value: text().shown("The value as JSON, or why there is none."),
    }),
    collection: true,
    description: "Every part, each before the parts in it.",
  },
  rows: text().optional().shown("Which rows it lets the user see; null = it is no rule on rows."),
});

const shift = structure("DryRunShift", {
  users: integer().shown("How many users."),
  rows: integer().shown("How many rows."),
  examples: {
    type: structure("DryRunUser", {
      user: text().shown("The id of the user."),
      rows: integer().optional().shown("How many rows; null = the right itself is meant."),
      keys: list(text()).shown("The keys of some of them."),
    }),
    collection: true,
    description: "Some of them.",
  },
});

const effect = structure("PolicyEffect", {
  name: text().shown("The policy."),
  kind: oneOf(["calls", "rows", "sample"]).shown(
    "What was compared: the right itself, every row, or some users and rows one by one.",
  ),
  table: text().optional().shown("The table whose rows are meant; null = none."),
  gained: { type: shift, description: "What would be gained." },
  lost: { type: shift, description: "What would be lost." },
});

const dryRun = structure("DryRun", {
  users: {
    type: structure("ComparedUsers", {
      compared: integer().shown("How many were compared."),
      total: integer().shown("How many there are."),
    }),
    description: "How many users were compared.",
  },
  policies: { type: effect, collection: true, description: "What each policy would do." },
});

const wanted = structure("WantedPolicy", {
  name: text().shown("The policy."),
  expression: longText().shown("What is to be asked in its place."),
});

const isStored = ne("expression", null);

/** Policies, each with its saved and its active version. */
export const policies = resourceSet(resource, {
  properties: {
    origin: {
      access: "read",
      needs: ["expression", "enabled"],
      from: ({ expression, enabled }) => (expression === null ? "default" : enabled ? "changed" : "setAside"),
      cases: {
        cases: [
          { where: allOf(isStored, eq("enabled", true)), value: "changed" },
          { where: isStored, value: "setAside" },
        ],
        otherwise: "default",
      },
    },
    inForce: { needs: ["name", "expression", "enabled"] },
    fields: {
      type: structure("PolicyField", {
        name: text().shown("Its name behind `resource.`."),
        type: text().shown("What it holds: a string, a number, a bool, or a list of texts."),
      }),
      collection: true,
    },
  },
  attachment: "policyInForce",
  update: {
    ...verb(setPolicy),
    status: 204,
    parameters: change,
    example: {
      expression: "IsSuperuser() || '_HELP_DESK_' in principal.classes",
      comment: "CR-17",
      expectedNumber: 3,
    },
  },
  actions: {
    reset: action(resetPolicy, { parameters: change, result: changed }),
    rollBack: action(rollBackPolicy, {
      parameters: { number: integer().shown("The version; 0 = the default."), ...change },
      result: changed,
    }),
    check: action(checkPolicyText, { parameters: { expression: longText().shown("The text.") }, result: check }),
    explain: action(explainPolicy, {
      parameters: {
        userId: text().shown("The user of whom it is asked."),
        resource: {
          type: { name: "PolicyResource", properties: {}, open: true },
          nullable: true,
          description: "The fields of `resource`; null = nothing is known of it.",
        },
      },
      result: explanation,
    }),
  },
  setActions: {
    dryRun: action(dryRunPolicies, {
      parameters: {
        policies: { type: wanted, collection: true, description: "The policies that are to be tried together." },
        usersMax: integer()
          .optional()
          .between(1, dryRunUsersMax)
          .shown(`How many users to compare at most; null = ${dryRunUsersMax}.`),
      },
      result: dryRun,
    }),
  },
  ways: { versions: { contained: { usualOrder: ["number"] } } },
});
