import { guid, flag } from "../format/builders.ts";
import { one } from "../format/relations.ts";
import { index, resource } from "../format/resource.ts";

/** Who may decide a phase of a request. */
export const requestAuthorizers = resource("requestAuthorizers", {
  class: "owned",
  key: "key",
  properties: {
    key: guid(),
    requestKey: guid(),
    requestPhaseKey: guid(),
    userKey: guid(),
    veto: flag(false),
    inputRequired: flag(false),
  },
  relations: {
    request: one("requests", "requestKey"),
    user: one("users", "userKey"),
  },
  indexes: [index("requestKey"), index("userKey")],
});
