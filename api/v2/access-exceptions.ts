import { guid, text, time } from "#domain/resources/format/builders.ts";
import { accessExceptions as resource } from "#domain/resources/roles.ts";
import { endException } from "#operations/enforcement/end-exception.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

/** Exceptions from what roles and rules ask for, each until its end. */
export const accessExceptions = resourceSet(resource, {
  actions: {
    end: action(endException, {
      parameters: { reason: text().shown("Reason for the end, which the audit keeps.") },
      result: structure("EndedException", {
        key: guid().shown("Key of the exception."),
        endedAt: time().shown("Time of the end."),
      }),
    }),
  },
  ways: { person: { linked: "people" }, role: "linked", request: "linked" },
});
