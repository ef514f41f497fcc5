import { flag, guid, sealed } from "#domain/resources/format/builders.ts";
import { targetGroups as resource } from "#domain/resources/target-groups.ts";
import {
  createTargetGroup,
  deleteTargetGroup,
  updateTargetGroup,
} from "#operations/target-groups/change-target-groups.ts";
import { resetGroupPasswords } from "#operations/users/reset-group-passwords.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { inBatch } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";

/** Target groups: target systems whose passwords are treated alike. */
export const targetGroups = resourceSet(resource, {
  create: { ...verb(createTargetGroup), status: 201 },
  update: { ...verb(updateTargetGroup), status: 204 },
  remove: { ...verb(deleteTargetGroup), status: 204 },
  actions: {
    resetPasswords: action(resetGroupPasswords, {
      ...inBatch,
      parameters: {
        userKey: guid().shown("Key of the user whose accounts on target systems of the group get the password."),
        password: sealed().shown("The new password. It goes in and never comes out."),
        mustChange: flag()
          .optional()
          .shown(
            "True if the password must be changed at the next sign-in; null for the behavior of the target system.",
          ),
      },
    }),
  },
  ways: { passwordPolicy: "linked", targetSystems: "linked" },
});
