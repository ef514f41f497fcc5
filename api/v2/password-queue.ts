import { queuedPasswordStates } from "#domain/requests/password-queue.ts";
import { guid, oneOf } from "#domain/resources/format/builders.ts";
import { passwordQueue as resource } from "#domain/resources/password-queue.ts";
import { dropQueuedPassword, retryQueuedPassword } from "#operations/password-queue/change-password-queue.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

/** Password changes that failed because a target system did not answer, and that are still to be made. */
export const passwordQueue = resourceSet(resource, {
  actions: {
    retry: action(retryQueuedPassword, {
      result: structure("RetriedQueuedPassword", {
        key: guid().shown("Key of the entry."),
        state: oneOf(queuedPasswordStates).shown("State of the entry."),
      }),
    }),
    drop: action(dropQueuedPassword, {
      result: structure("DroppedQueuedPassword", { key: guid().shown("Key of the entry, which no longer exists.") }),
    }),
  },
  ways: { account: "linked", user: { linked: "people" }, operation: { linked: "operations" } },
});
