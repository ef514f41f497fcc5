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
  line: integer().shown("Line, from 1."),
  column: integer().shown("Column, from 1."),
};

const change = {
  comment: { type: "Edm.String", nullable: true, description: "Reason for the change; null if none." },
  expectedNumber: {
    type: "Edm.Int32",
    nullable: true,
    description: "Expected number of the latest version; null for any.",
  },
  force: {
    type: "Edm.Boolean",
    nullable: true,
    description: "True to make the change even if the caller could no longer change policies; null for false.",
  },
} as const satisfies Readonly<Record<string, Property>>;

const changed = valueTypeOf(policyVersions, "ChangedPolicy");

const check = structure("PolicyCheck", {
  faults: {
    type: structure("PolicyFault", { ...place, message: longText().shown("The rule, and the way out.") }),
    collection: true,
    description: "Errors in the expression; empty if it can be saved.",
  },
  changes: {
    type: structure("PolicyTextLine", {
      kind: oneOf(diffKinds).shown(
        "Kind of the line: in both expressions, only in the new one, or only in the active one.",
      ),
      text: longText().shown("The line."),
    }),
    collection: true,
    description: "Differences from the active expression, line by line; empty for an expression that is too long.",
  },
});

const explanation = structure("PolicyExplanation", {
  name: text().shown("The policy."),
  userId: text().shown("The user."),
  allowed: flag().shown("True if the policy allows the call."),
  reason: text().shown("Reason for the result."),
  expression: longText().shown("Expression that was evaluated."),
  parts: {
    type: structure("ExplainedPart", {
      depth: integer().shown("Nesting depth of the part; 0 for the whole policy."),
      text: text().shown("The part."),
      ...place,
      outcome: oneOf(["value", "failed", "open"]).shown(
        "Outcome of the part: a value, an error, or open because it depends on the resource.",
      ),
      value: text().shown("The value as JSON, or why there is none."),
    }),
    collection: true,
    description: "Every part, each before the parts in it.",
  },
  rows: text().optional().shown("Rows that the user may read; null if the policy is no rule on rows."),
});

const shift = structure("DryRunShift", {
  users: integer().shown("Number of users."),
  rows: integer().shown("Number of rows."),
  examples: {
    type: structure("DryRunUser", {
      user: text().shown("The id of the user."),
      rows: integer().optional().shown("Number of rows; null for the call itself."),
      keys: list(text()).shown("The keys of some of them."),
    }),
    collection: true,
    description: "Some of them.",
  },
});

const effect = structure("PolicyEffect", {
  name: text().shown("The policy."),
  kind: oneOf(["calls", "rows", "sample"]).shown(
    "Kind of the comparison: the calls, every row, or a sample of users and rows.",
  ),
  table: text().optional().shown("Table of the rows; null if none."),
  gained: { type: shift, description: "Access that users would gain." },
  lost: { type: shift, description: "Access that users would lose." },
});

const dryRun = structure("DryRun", {
  users: {
    type: structure("ComparedUsers", {
      compared: integer().shown("Number of compared users."),
      total: integer().shown("Number of all users."),
    }),
    description: "Users of the comparison.",
  },
  policies: { type: effect, collection: true, description: "Effects of each policy." },
});

const wanted = structure("WantedPolicy", {
  name: text().shown("The policy."),
  expression: longText().shown("Expression to compare with the active one."),
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
        name: text().shown("Name of the field after `resource.`."),
        type: text().shown("Type of the field: a string, a number, a bool, or a list of texts."),
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
          description: "Fields of `resource`; null if not known.",
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
          .shown(`Most users to compare; null for ${dryRunUsersMax}.`),
      },
      result: dryRun,
    }),
  },
  ways: { versions: { contained: { usualOrder: ["number"] } } },
});
