import { flag, guid, integer, text } from "#domain/resources/format/builders.ts";
import { trialManagedGroups } from "#operations/groups/trial-managed-groups.ts";
import { unmanageDiscoveredGroups } from "#operations/groups/unmanage-discovered-groups.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";

const targetSystemKey = text().shown("Key of the target system.");

const named = structure("ManagedGroupsTrialGroup", {
  key: guid().shown("The group."),
  shortId: text().shown("Name on the target system."),
});

const counted = structure("ManagedGroupsTrialGroups", {
  count: integer().shown("Number of the groups."),
  groups: { type: named, collection: true, description: "First of them, by name." },
});

const groupsThat = (description: string) => ({ type: counted, description });

/** Actions of a target system about which of its groups are managed. */
export const managedGroupsActions = {
  trialManagedGroups: action(trialManagedGroups, {
    parameters: { automatically: flag().shown("Value of the option automaticallyDiscoverResourcesToLoad to try.") },
    result: structure("ManagedGroupsTrial", {
      targetSystemKey,
      automatically: flag().shown("Tried value of the option."),
      managed: groupsThat("Groups that are managed now."),
      taken: groupsThat("Groups that would become managed at the next discovery; none if the option is to be false."),
      givenBack: groupsThat(
        "Groups that only the option keeps managed, and unmanageDiscoveredGroups would give back; none if the option is to be true.",
      ),
      keptUnmanaged: groupsThat("Groups that a person stopped managing, which no discovery takes."),
    }),
  }),
  unmanageDiscoveredGroups: action(unmanageDiscoveredGroups, {
    result: structure("UnmanagedGroups", {
      targetSystemKey,
      unmanaged: integer().shown("Number of groups that are no longer managed."),
      left: integer().shown("Number of groups that are left for another call."),
    }),
  }),
};
