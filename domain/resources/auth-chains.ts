import { chainNameMaxCharacters } from "../chain-limits.ts";
import type { AuthChain } from "../chains/auth-chain.ts";
import type { ChainFault } from "../chains/component.ts";
import { flag, guid, integer, json, longText, oneOf, text, time } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

/** Authentication chains: the steps by which users sign in. Each default has a row, and a stored chain replaces it. */
export const authChains = resource("authChains", {
  class: "shared",
  holds: "configuration",
  key: "name",
  entity: { type: "AuthChain", key: "authChainName" },
  properties: {
    name: text(chainNameMaxCharacters).givenOnce().searched().policy().shown("Name of the chain."),
    stored: json<AuthChain>()
      .optional()
      .given()
      .shown("Saved chain of this name; null if none is saved and the default applies."),
    enabled: flag(true)
      .given()
      .policy()
      .shown("True if the saved chain is active; otherwise the default of this name applies."),
    number: integer().initially(0).policy().shown("Number of the latest version; 0 if the chain was never changed."),
    inForce: json<AuthChain>().optional().elsewhere().shown("Active chain; null if none."),
    inForceNumber: integer()
      .optional()
      .elsewhere()
      .shown("Version of the active chain; 0 for the default, null if none is active."),
    fault: longText()
      .optional()
      .elsewhere()
      .shown("Reason why the saved chain is not active; null if there is no error."),
    warnings: json<readonly ChainFault[]>()
      .elsewhere()
      .shown("Warnings about the active chain and its place among the other chains."),
  },
  relations: { versions: many("authChainVersions", "name") },
  policies: { authChain: {} },
});

/** Every change that was ever made to a chain. */
export const authChainVersions = resource("authChainVersions", {
  class: "append",
  holds: "data",
  key: "key",
  entity: { type: "AuthChainVersion", key: "authChainVersionKey" },
  properties: {
    key: guid().shown("Key of the version."),
    name: text(chainNameMaxCharacters).policy().shown("Name of the chain."),
    number: integer().shown("Version number, from 1 for each name."),
    action: oneOf(["set", "reset", "rollBack"]).shown("Action that created the version."),
    before: json<AuthChain>().optional().shown("Chain before the change; null if none was saved."),
    after: json<AuthChain>().optional().shown("Chain after the change; null if none is saved and the default applies."),
    enabled: flag(true).shown("True if the change made the chain active."),
    changedBy: text().shown("Author of the change."),
    changedAt: time().shown("Time of the change."),
    comment: longText().optional().shown("Reason for the change; null if none was given."),
  },
  indexes: [unique("number", "name", "number")],
  policies: { authChainVersion: {} },
});
