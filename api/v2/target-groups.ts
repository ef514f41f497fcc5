import { targetGroups as resource } from "#domain/resources/target-groups.ts";
import {
  createTargetGroup,
  deleteTargetGroup,
  updateTargetGroup,
} from "#operations/target-groups/change-target-groups.ts";

import { verb } from "../odata/entity-set.ts";
import { resourceSet } from "./resource-set.ts";

/** Target groups: target systems whose passwords are treated alike. */
export const targetGroups = resourceSet(resource, {
  create: { ...verb(createTargetGroup), status: 201 },
  update: { ...verb(updateTargetGroup), status: 204 },
  remove: { ...verb(deleteTargetGroup), status: 204 },
  ways: { passwordPolicy: "linked", targetSystems: "linked" },
});
