import { chainEnds, chainPurposes, matchTypes } from "#domain/chains/auth-chain.ts";
import { authChains as resource, authChainVersions } from "#domain/resources/auth-chains.ts";
import { integer, longText, oneOf, text } from "#domain/resources/format/builders.ts";
import { addChain, removeChain, resetChain, rollBackChain, setChain } from "#operations/chains/change-chains.ts";
import { checkChains, tryChains } from "#operations/chains/try-chains.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property, StructuredType } from "../odata/structured-type.ts";
import { action } from "./action.ts";
import { structure, valueTypeOf } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const anyMembers = (name: string): StructuredType => ({ name, properties: {}, open: true });

const selector = structure("ChainSelector", {
  expression: text().shown("A fact of the sign-in, such as ip."),
  match: oneOf(matchTypes).shown("Comparison of the fact."),
  value: text().optional().shown("Value for equal and notequal; other comparisons have none."),
});

const chain = structure("ChainOfSteps", {
  name: text().shown("Name of the chain; if absent, the name under which it is saved."),
  description: longText().shown("Description of the chain."),
  purpose: oneOf(Object.keys(chainPurposes)).shown("Purpose of the chain."),
  position: integer().shown("Position among the chains that match, of which the lowest is used."),
  selectors: { type: selector, collection: true, description: "Conditions of the chain, which must all match." },
  first: text().shown("The name of its first step."),
  steps: {
    type: anyMembers("ChainSteps"),
    description: "Steps by name: component, configuration, and the target of each outcome: a step, ALLOW or DENY.",
  },
});

const chainOrNull = { type: chain, nullable: true } as const;

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
    description: "True to make the change even if users could no longer sign in; null for false.",
  },
} as const satisfies Readonly<Record<string, Property>>;

const versionTerms = { before: chainOrNull, after: chainOrNull };
const changed = valueTypeOf(authChainVersions, "ChangedAuthChain", {
  before: { ...chainOrNull, description: "Chain that was saved before; null if none." },
  after: { ...chainOrNull, description: "Chain that is saved now; null if none." },
});

const place = structure("AuthChainFault", {
  place: text().shown("Place in the chain, such as steps.password.outcomes.failed."),
  message: longText().shown("The rule, and the way out."),
});

const check = structure("AuthChainCheck", {
  faults: { type: place, collection: true, description: "Errors in the chain; empty if it can be saved." },
  warnings: { type: place, collection: true, description: "Warnings about the chain; empty if none." },
});

const trial = structure("AuthChainTrial", {
  taken: text().optional().shown("Chain that applies; null if none."),
  notTaken: {
    type: structure("AuthChainNotTaken", {
      name: text().shown("The chain."),
      reason: longText().shown("Reason why the chain does not apply."),
    }),
    collection: true,
    description: "The other chains of the purpose.",
  },
  steps: {
    type: structure("WalkedChainStep", {
      chain: text().shown("The chain."),
      step: text().shown("The step."),
      component: text().shown("Component of the step."),
      outcome: text().optional().shown("Outcome of the step; null if it continued with another chain."),
      leadsTo: text().shown("A step, ALLOW, DENY, or the chain that it handed on to."),
    }),
    collection: true,
    description: "The steps that were walked, in their order.",
  },
  end: oneOf(chainEnds).optional().shown("End of the sign-in; null if it does not end."),
  remark: longText().optional().shown("Remark about the end; null if none."),
});

const example = {
  name: "intranet",
  stored: {
    selectors: [{ expression: "client", match: "equal", value: "intranet" }],
    first: "password",
    steps: { password: { component: "password", outcomes: { passed: "ALLOW", failed: "DENY" } } },
  },
};

/** Columns from which the state of a chain is determined. */
const needs = ["name", "stored", "enabled", "number"];

/** Authentication chains, each with its saved and its active version. */
export const authChains = resourceSet(resource, {
  properties: {
    stored: chainOrNull,
    inForce: { ...chainOrNull, needs },
    warnings: { type: place, collection: true, needs },
  },
  attachment: "chainStand",
  create: { ...verb(addChain), status: 201, parameters: change, example },
  update: { ...verb(setChain), status: 204, parameters: change },
  remove: { ...verb(removeChain), status: 204 },
  actions: {
    reset: action(resetChain, { parameters: change, result: changed }),
    rollBack: action(rollBackChain, {
      parameters: { number: integer().shown("Version number; 0 for the default."), ...change },
      result: changed,
    }),
  },
  setActions: {
    check: action(checkChains, {
      parameters: { chain: { type: chain, description: "The chain." } },
      result: check,
    }),
    try: action(tryChains, {
      parameters: {
        purpose: oneOf(Object.keys(chainPurposes))
          .optional()
          .shown("Purpose of the test; null for that of the chain, or signIn."),
        facts: {
          type: anyMembers("ChainFacts"),
          nullable: true,
          description: "Facts of the sign-in by name; null if none.",
        },
        outcomes: {
          type: anyMembers("ChainOutcomes"),
          nullable: true,
          description: "Outcomes of the steps, by name; null if none.",
        },
        userName: text().optional().shown("Name of the user that the steps identify; null if none."),
        chain: {
          ...chainOrNull,
          description: "Chain to test instead of the one of its name; null if none.",
        },
      },
      result: trial,
    }),
  },
  ways: { versions: { contained: { properties: versionTerms, usualOrder: ["number"] } } },
});
