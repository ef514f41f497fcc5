import type { SpecificationSection } from "./row.ts";

/** Versioning. */
export const section9: SpecificationSection = {
  number: 9,
  title: "Versioning",
  rows: [
    { id: "9.prefix", says: "the version of the REST API is the prefix `v2`", at: ["GET /v2", "GET /v2/$metadata"] },
    {
      id: "9.properties",
      says: "12.9.0: properties of target groups, options of target systems, helpUrl",
      repeats: [
        "2.target-group.help-url",
        "2.target-group.sync-passwords",
        "2.target-group.unique-passwords",
        "2.target-group.password-change-restriction",
        "2.target-system.help-url",
        "2.option.boolean",
      ],
    },
    {
      id: "9.resources",
      says: "12.9.0: SessionLog, SessionLogAnalytics and PasswordPolicy",
      repeats: ["2.session-log", "2.session-log-analytics", "2.password-policy.subtypes"],
    },
    { id: "9.identity", says: "12.9.0: revocation of tokens, userinfo", repeats: ["5.revocation", "4.userinfo"] },
    { id: "9.expand-depth", says: "12.9.0: the depth of expansions", repeats: ["8.expand-depth"] },
    { id: "9.library-login", says: "12.9.0: the one error of the library's login", repeats: ["5.library-login"] },
    { id: "9.user-states", says: "12.9.0: USER_LOCKED, USER_DISABLED", repeats: ["5.user-locked", "5.user-disabled"] },
    {
      id: "9.context-strict",
      says: "12.9.0: with `context_strict` a failed commit, wait or abort fails the discovery",
      at: ["PATCH /v2/targetSystems({targetSystemKey})/options({optionName})", "targetSystems.discover"],
    },
    {
      id: "9.parent-policy",
      says: "12.8.0: targetsystems_get is asked below a target system too",
      repeats: ["5.policy.below-target-system"],
    },
    { id: "9.question", says: "12.8.0: a question for an unknown user fails at once", repeats: ["4.add-question"] },
    {
      id: "9.target-system-rules",
      says: "12.8.0: the rules of target systems",
      repeats: [
        "2.target-system.address",
        "2.target-system.description",
        "2.definition.object-type",
        "2.definition.attribute",
        "2.definition.target-system",
        "2.definition.patch",
      ],
    },
    { id: "9.soap-error", says: "12.8.0: the other error code of SOAP", repeats: ["5.soap-wrong-password"] },
    { id: "9.database", says: "12.8.0: the oldest database that is taken", repeats: ["8.database-level"] },
    {
      id: "9.runtime",
      says: "12.8.0: the runtime that is supported; an older one is told which it must be",
      at: ["gatehouse up"],
    },
  ],
};
