import { commandLineMaxCharacters, commandNameMaxCharacters } from "../checkout-limits.ts";
import { guid, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { resource, unique } from "./format/resource.ts";

/** Commands that holders of a checked-out password may run with it, under a managed system policy. */
export const listedCommands = resource("listedCommands", {
  class: "shared",
  holds: "configuration",
  key: "key",
  entity: { type: "ListedCommand", key: "commandKey" },
  properties: {
    key: guid().policy().shown("Key of the command."),
    policyId: text().policy().shown("Id of the managed system policy."),
    name: text(commandNameMaxCharacters).policy().shown("Name of the command."),
    command: text(commandLineMaxCharacters).shown(
      "Command line that runs as the account, in the syntax of the target system.",
    ),
    addedAt: time().shown("Time at which the command was added."),
    addedByKey: guid()
      .optional()
      .shown("Key of the user who added the command; null if it was the operator of the service."),
  },
  relations: { managedSystemPolicy: one("managedSystemPolicies", "policyId") },
  indexes: [unique("olderClaim", "policyId", "name")],
  policies: { listedCommand: {} },
});
