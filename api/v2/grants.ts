import { grants as resource } from "#domain/resources/grants.ts";

import { resourceSet } from "./resource-set.ts";

/** Access that people have or had; written by what gives and ends it. */
export const grants = resourceSet(resource, {
  attachment: "grant",
  properties: {
    lastConfirmedAt: { needs: ["targetSystemKey", "accountKey", "groupKey", "from", "endedAt", "confirmedAt"] },
  },
  ways: { user: { linked: "people" }, account: "linked", group: "linked", targetSystem: "linked", request: "linked" },
});
