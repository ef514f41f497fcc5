import { guid, integer, list, oneOf } from "../format/builders.ts";
import { resource, unique } from "../format/resource.ts";

/**
 * Parts of the choice of a mass reset, some hundred keys each: first of the users or accounts that it names, then of the accounts that its run
 * has still to plan.
 */
export const massResetParts = resource("massResetParts", {
  class: "local",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    massResetKey: guid(),
    of: oneOf(["users", "accounts", "planned", "forbidden", "above", "leaving"]),
    position: integer(),
    keys: list(guid()),
  },
  indexes: [unique("notShared", "massResetKey", "of", "position")],
});
