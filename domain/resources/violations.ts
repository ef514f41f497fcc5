import type { ViolatingItem } from "../sod/violating-items.ts";
import { guid, json, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Violations of rules of separation of duties by the access that people have or had. */
export const violations = resource("violations", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "Violation", key: "violationKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the violation."),
    ruleKey: guid().policy().shown("Key of the rule."),
    userKey: guid().policy().shown("Key of the person."),
    items: json<readonly ViolatingItem[]>().shown("Access by which the person hits the parts of the rule."),
    foundAt: time().ordered().label("Found").shown("Time at which the violation was found."),
    endedAt: time()
      .optional()
      .label("Ended")
      .shown("Time at which the violation was found to have ended; null if it has not."),
    exceptionKey: guid()
      .optional()
      .policy()
      .shown("Key of the exception in force; null if none is, so that something must be done."),
  },
  relations: {
    rule: one("sodRules", "ruleKey"),
    person: one("users", "userKey"),
    exception: one("accessExceptions", "exceptionKey"),
  },
  indexes: [index("ruleKey", "userKey"), index("userKey", "ruleKey"), index("foundAt", "key"), index("exceptionKey")],
  policies: { violation: { lists: { managerKeys: { relation: "person", column: "managerKey" } } } },
});
