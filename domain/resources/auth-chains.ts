import { chainNameMaxCharacters } from "../chain-limits.ts";
import type { AuthChain } from "../chains/auth-chain.ts";
import type { ChainFault } from "../chains/component.ts";
import { flag, guid, integer, json, longText, oneOf, text, time } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

/** Authentication chains: the steps by which users sign in. Each default has a row, and a stored chain replaces it. */
export const authChains = resource("authChains", {
  class: "shared",
  key: "name",
  entity: { type: "AuthChain", key: "authChainName" },
  properties: {
    name: text(chainNameMaxCharacters).givenOnce().searched().policy().shown("Its name."),
    stored: json<AuthChain>()
      .optional()
      .given()
      .shown("What is stored under the name; null = nothing, and the default holds."),
    enabled: flag(true)
      .given()
      .policy()
      .shown("Whether what is stored is in force; where it is not, the default of the name is."),
    number: integer().initially(0).policy().shown("The number of its newest version; 0 = it was never changed."),
    inForce: json<AuthChain>().optional().elsewhere().shown("The chain that is walked; null = none."),
    inForceNumber: integer().optional().elsewhere().shown("The version that is walked; 0 = the default, null = none."),
    fault: longText()
      .optional()
      .elsewhere()
      .shown("Why what is stored is not walked; null = nothing is wrong with it."),
    warnings: json<readonly ChainFault[]>()
      .elsewhere()
      .shown("What is to be thought over in the chain that is walked, or in how it stands beside the others."),
  },
  relations: { versions: many("authChainVersions", "name") },
  policies: { authChain: {} },
});

/** Every change that was ever made to a chain. */
export const authChainVersions = resource("authChainVersions", {
  class: "append",
  key: "key",
  entity: { type: "AuthChainVersion", key: "authChainVersionKey" },
  properties: {
    key: guid().shown("Its key."),
    name: text(chainNameMaxCharacters).policy().shown("The chain."),
    number: integer().shown("From 1, counted for each name."),
    action: oneOf(["set", "reset", "rollBack"]).shown("What was done."),
    before: json<AuthChain>().optional().shown("What was stored before; null = nothing."),
    after: json<AuthChain>().optional().shown("What was stored then; null = nothing, so that the default holds."),
    enabled: flag(true).shown("Whether it was put into force."),
    changedBy: text().shown("Who did it."),
    changedAt: time().shown("When."),
    comment: longText().optional().shown("Why; null = nobody said."),
  },
  indexes: [unique("name", "number")],
  policies: { authChainVersion: {} },
});
