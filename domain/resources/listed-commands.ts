import { commandLineMaxCharacters, commandNameMaxCharacters } from "../checkout-limits.ts";
import { guid, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

/** Commands that holders of a checked-out password may run with it, under a managed system policy. */
export const listedCommands = resource("listedCommands", {
  class: "shared",
  key: "key",
  entity: { type: "ListedCommand", key: "commandKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    policyId: text().policy().shown("The managed system policy."),
    name: text(commandNameMaxCharacters).policy().shown("What it is called by."),
    command: text(commandLineMaxCharacters).shown("The line that is run as the account, in the target's own language."),
    addedAt: time().shown("When it was listed."),
    addedByKey: guid().optional().shown("Who has listed it; null = the operator of the service."),
  },
  relations: { managedSystemPolicy: one("managedSystemPolicies", "policyId") },
  indexes: [unique("policyId", "name")],
  policies: { listedCommand: {} },
});
