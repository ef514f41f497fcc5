import { enforcementKinds, type PersonDifferences } from "../roles/differences.ts";
import { enforcementItemStates, enforcementReasons, enforcementStates } from "../roles/enforcement-run.ts";
import type { Removals } from "../roles/removals.ts";
import { guid, integer, json, list, longText, oneOf, text, time } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Runs that find differences between people, roles and access, and ask for what resolves them. */
export const enforcementRuns = resource("enforcementRuns", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "EnforcementRun", key: "enforcementRunKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the run."),
    kind: oneOf(enforcementKinds)
      .givenOnce()
      .policy()
      .label("Utility")
      .shown("Utility: autores (differences between people and roles) or rbacenforce (between roles and access)."),
    reason: oneOf(enforcementReasons)
      .policy()
      .memberLabels({ asked: "asked for" })
      .shown("Reason for the run: asked (somebody began it), nightly, or change (something has changed)."),
    state: oneOf(enforcementStates)
      .policy()
      .label("Status")
      .shown(
        "State of the run: queued (before the search), confirming (it would remove much, and waits for a confirmation), running, paused, stopped or ended.",
      ),
    userKeys: list(guid())
      .optional()
      .givenOnce()
      .shown("Keys of the users to whom the run is limited; null for everybody."),
    threads: integer().givenOnce().shown("Requests that are submitted side by side."),
    people: integer().initially(0).shown("Number of people with differences."),
    differences: integer().initially(0).shown("Number of differences that were found."),
    removals: integer().initially(0).shown("Number of differences that take access or a role away."),
    waiting: integer().initially(0).shown("Number of people whose differences are not resolved yet."),
    submitted: integer().initially(0).shown("Number of people for whom requests were submitted."),
    refused: integer().initially(0).shown("Number of people for whom a request was refused."),
    largeRemovals: json<readonly Removals[]>()
      .optional()
      .shown("Removals that a person must confirm; null if there are none."),
    requestedBy: guid().optional().policy().shown("Key of the user who began the run; null for the service itself."),
    confirmedBy: guid().optional().shown("Key of the user who confirmed the removals; null if nobody did."),
    requestId: text().shown("Id of the call that began the run."),
    createdAt: time().ordered().shown("Time at which the run was begun."),
    startedAt: time().optional().shown("Time at which the differences were known; null if they are not yet."),
    endedAt: time().optional().shown("Time at which the run ended; null if it has not ended."),
    errorMessage: longText().optional().label("Problem").shown("Reason why the run stopped by itself; null if none."),
  },
  relations: { items: many("enforcementItems", "runKey") },
  indexes: [index("createdAt", "key"), index("state", "kind")],
  policies: { enforcementRun: {} },
});

/** People of such runs, each with their differences and the requests that resolve them. */
export const enforcementItems = resource("enforcementItems", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "EnforcementItem", key: "enforcementItemKey" },
  properties: {
    key: guid().policy().shown("Key of the entry."),
    runKey: guid().policy().shown("Key of the run."),
    userKey: guid().policy().shown("Key of the user."),
    differences: json<PersonDifferences["differences"]>().shown("Differences of the user."),
    state: oneOf(enforcementItemStates)
      .policy()
      .label("Status")
      .shown(
        "State of the entry: waiting, submitted, refused (see errorCode), gone (the differences no longer existed) or stopped (with its run).",
      ),
    requestKeys: list(guid()).shown("Keys of the requests that were submitted."),
    errorCode: text(60).optional().shown("Code of the refusal, see docs/errors.md; null if it was not refused."),
    errorMessage: longText().optional().label("Explanation").shown("Words of the refusal; null if it was not refused."),
    endedAt: time().optional().shown("Time at which the entry was resolved; null if it was not yet."),
  },
  relations: { run: one("enforcementRuns", "runKey"), person: one("users", "userKey") },
  indexes: [unique("homeNode", "runKey", "userKey"), index("runKey", "state", "key"), index("userKey", "state")],
  policies: { enforcementItem: {} },
});
