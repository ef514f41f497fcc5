import { guid, text, time } from "#domain/resources/format/builders.ts";
import { grants as resource } from "#domain/resources/grants.ts";
import { endGrant } from "#operations/access/end-grant.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

/** Access that people have or had; written by what gives and ends it. */
export const grants = resourceSet(resource, {
  attachment: "grant",
  actions: {
    end: action(endGrant, {
      parameters: { reason: text().shown("Reason for the end.") },
      result: structure("EndedGrant", {
        key: guid().shown("Key of the grant."),
        until: time().shown("Time at which the access ends; the service takes it away at once."),
      }),
    }),
  },
  properties: {
    lastConfirmedAt: { needs: ["targetSystemKey", "accountKey", "groupKey", "from", "endedAt", "confirmedAt"] },
  },
  ways: { user: { linked: "people" }, account: "linked", group: "linked", targetSystem: "linked", request: "linked" },
});
