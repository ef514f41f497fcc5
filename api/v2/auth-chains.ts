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
  match: oneOf(matchTypes).shown("How the fact is judged."),
  value: text().optional().shown("What equal and notequal compare it with; the others have none."),
});

const chain = structure("ChainOfSteps", {
  name: text().shown("Its name; left out = that under which it is stored."),
  description: longText().shown("What it is for."),
  purpose: oneOf(Object.keys(chainPurposes)).shown("What it is walked for."),
  position: integer().shown("Of several chains that match that with the lowest is taken."),
  selectors: { type: selector, collection: true, description: "When it is taken: all must match." },
  first: text().shown("The name of its first step."),
  steps: {
    type: anyMembers("ChainSteps"),
    description: "By their names: component, configuration, and where each outcome leads: to a step, ALLOW or DENY.",
  },
});

const chainOrNull = { type: chain, nullable: true } as const;

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
    description: "Whether it is to be done although people could not sign in any more; null = no.",
  },
} as const satisfies Readonly<Record<string, Property>>;

const versionTerms = { before: chainOrNull, after: chainOrNull };
const changed = valueTypeOf(authChainVersions, "ChangedAuthChain", {
  before: { ...chainOrNull, description: "What was stored before; null = nothing." },
  after: { ...chainOrNull, description: "What is stored now; null = nothing." },
});

const place = structure("AuthChainFault", {
  place: text().shown("Where, such as steps.password.outcomes.failed."),
  message: longText().shown("The rule, and the way out."),
});

const check = structure("AuthChainCheck", {
  faults: { type: place, collection: true, description: "What is wrong with it; none = it may be stored." },
  warnings: { type: place, collection: true, description: "What is to be thought over in it; none = nothing." },
});

const trial = structure("AuthChainTrial", {
  taken: text().optional().shown("The chain that is taken; null = none."),
  notTaken: {
    type: structure("AuthChainNotTaken", {
      name: text().shown("The chain."),
      reason: longText().shown("Why it is not taken."),
    }),
    collection: true,
    description: "The other chains of the purpose.",
  },
  steps: {
    type: structure("WalkedChainStep", {
      chain: text().shown("The chain."),
      step: text().shown("The step."),
      component: text().shown("What it does."),
      outcome: text().optional().shown("How it ended; null = it handed on to another chain."),
      leadsTo: text().shown("A step, ALLOW, DENY, or the chain that it handed on to."),
    }),
    collection: true,
    description: "The steps that were walked, in their order.",
  },
  end: oneOf(chainEnds).optional().shown("How it ends; null = it does not come to an end."),
  remark: longText().optional().shown("What there is to say of the end; null = nothing."),
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
      parameters: { number: integer().shown("The version; 0 = the default."), ...change },
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
          .shown("What is begun; null = that of the chain, or signIn."),
        facts: {
          type: anyMembers("ChainFacts"),
          nullable: true,
          description: "What is known of the sign-in, by the names of facts; null = nothing.",
        },
        outcomes: {
          type: anyMembers("ChainOutcomes"),
          nullable: true,
          description: "The outcome that each step is to have, by the names of steps; null = none.",
        },
        userName: text().optional().shown("Who it is found to be on the way; null = nobody is named."),
        chain: {
          ...chainOrNull,
          description: "A chain that is tried in the place of the one of its name; null = none.",
        },
      },
      result: trial,
    }),
  },
  ways: { versions: { contained: { properties: versionTerms, usualOrder: ["number"] } } },
});
