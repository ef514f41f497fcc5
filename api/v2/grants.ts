import { guid, integer, longText, text, time } from "#domain/resources/format/builders.ts";
import { grants as resource } from "#domain/resources/grants.ts";
import { endGrant } from "#operations/access/end-grant.ts";
import { extendGrant } from "#operations/access/extend-grant.ts";

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
    extend: action(extendGrant, {
      parameters: {
        until: time().optional().shown("New time at which the access ends; null if forHours says it."),
        forHours: integer().optional().shown("Hours of the access from the approval; null if until says its end."),
        reason: longText().optional().shown("Reason for the approvers."),
      },
      result: structure("RequestedExtension", {
        requestKey: guid().shown("Key of the request for the later end."),
        number: text().shown("Number of the request."),
        status: text().shown("Status of the request: the access ends later once it is approved."),
      }),
    }),
  },
  properties: {
    lastConfirmedAt: { needs: ["targetSystemKey", "accountKey", "groupKey", "from", "endedAt", "confirmedAt"] },
  },
  ways: { user: { linked: "people" }, account: "linked", group: "linked", targetSystem: "linked", request: "linked" },
});
