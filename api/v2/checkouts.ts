import { orderedColumns } from "#domain/query/ordered-columns.ts";

import type { EntitySet } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

/** Check-outs of privileged passwords. */
export const checkouts: EntitySet = {
  name: "checkouts",
  source: "checkouts",
  key: { parameter: "checkoutKey", property: "key", kind: "guid" },
  type: entityType("Checkout", {
    key: { type: "Edm.Guid", access: "read" },
    managedAccountKey: { type: "Edm.Guid", access: "read" },
    userKey: { type: "Edm.Guid", access: "read" },
    requestKey: { type: "Edm.Guid", nullable: true, access: "read" },
    status: {
      type: "Edm.String",
      access: "read",
      members: ["requested", "approved", "checkedOut", "checkedIn", "expired", "revoked"],
    },
    requestedAt: { type: "Edm.DateTimeOffset", access: "read" },
    checkedOutAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
    expiresAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
    endedAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
  }),
  allowedOrderByPropertiesList: orderedColumns.checkouts,
  list: { policy: "checkouts_get_list" },
  get: { policy: "checkouts_get" },
};
