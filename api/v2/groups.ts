import { groups as resource } from "#domain/resources/groups.ts";
import { createGroup, deleteGroup, updateGroup } from "#operations/groups/change-groups.ts";

import { verb } from "../odata/entity-set.ts";
import { queued } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";
import { attributeRows, attributeValues, targetAttributes } from "./target-attributes.ts";

/** Groups on target systems; writes act on the target and answer with the operation that does it. */
export const groups = resourceSet(resource, {
  properties: { attributeValues, networkResourcePlatform: { needs: ["managed", "targetSystemKey"] } },
  attachment: "platform",
  create: { ...verb(createGroup), ...queued, parameters: targetAttributes },
  update: {
    ...verb(updateGroup),
    ...queued,
    ...{ mayBeSynchronous: true, asReadField: "asRead" },
    parameters: targetAttributes,
  },
  remove: { ...verb(deleteGroup), ...queued },
  ways: { owners: "linked", attributes: { contained: attributeRows }, members: "linked", targetSystem: "linked" },
});
