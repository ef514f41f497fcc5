import { orderedColumns } from "#domain/query/ordered-columns.ts";

import type { EntitySet } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

/** Check-outs of privileged passwords. */
export const checkouts: EntitySet = {
  name: "checkouts",
  source: "checkouts",
  key: { parameter: "checkoutKey", property: "key", kind: "guid" },
  type: entityType("Checkout", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    managedAccountKey: {
      type: "Edm.Guid",
      access: "read",
      description: "The managed account whose password is handed out.",
    },
    userKey: { type: "Edm.Guid", access: "read", description: "Who gets the password." },
    requestKey: {
      type: "Edm.Guid",
      nullable: true,
      access: "read",
      description: "The request that asked for it; null = none was needed.",
    },
    status: {
      type: "Edm.String",
      access: "read",
      members: ["requested", "approved", "checkedOut", "checkedIn", "expired", "revoked"],
      description: "How far the check-out has come.",
    },
    requestedAt: { type: "Edm.DateTimeOffset", access: "read", description: "When it was asked for." },
    checkedOutAt: {
      type: "Edm.DateTimeOffset",
      nullable: true,
      access: "read",
      description: "When the password was handed out; null = not yet.",
    },
    expiresAt: {
      type: "Edm.DateTimeOffset",
      nullable: true,
      access: "read",
      description: "When it is checked in by itself; null = not checked out yet.",
    },
    endedAt: {
      type: "Edm.DateTimeOffset",
      nullable: true,
      access: "read",
      description: "When it ended; null = it has not.",
    },
  }),
  allowedOrderByPropertiesList: orderedColumns.checkouts,
  list: { policy: "checkouts_get_list" },
  get: { policy: "checkouts_get" },
};
