import { guid, flag, list, text, time } from "../format/builders.ts";
import { one } from "../format/relations.ts";
import { index, resource } from "../format/resource.ts";

/**
 * People who are asked about a request: those who may decide a phase of it, implementers to whom a task is offered, and its requester while it
 * is sent back.
 */
export const requestAuthorizers = resource("requestAuthorizers", {
  class: "owned",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    requestKey: guid(),
    /** Key of the phase, or of the operation that is a task; empty for the requester of a request that was sent back. */
    requestPhaseKey: guid(),
    userKey: guid().shown("The person."),
    via: list(text())
      .optional()
      .shown(
        "The people of the rule that led to this person, such as class('IT') or manager; or delegation: or escalation: with the key of whom they stand in for.",
      ),
    veto: flag(false).shown("True if one denial by this authorizer denies the request."),
    inputRequired: flag(false).shown("True if this authorizer must decide."),
    askedAt: time().optional().shown("Time at which the authorizer joined the phase; null for its opening."),
    /**
     * True if the request waits for this person: by its open phase, by a task, or because it was sent back; kept by
     * operations/approvals/keep-waiting.
     */
    waits: flag(false).lookedUp(),
    remindedAt: time().optional().shown("Time of the last reminder; null if none."),
    escalatedAt: time()
      .optional()
      .shown("Time of the escalation, because the authorizer had not decided; null if none."),
    declinedAt: time().optional().shown("Time at which the implementer declined the task; null if they have not."),
  },
  relations: {
    request: one("requests", "requestKey"),
    user: one("users", "userKey"),
  },
  indexes: [index("requestKey", "userKey"), index("waits", "userKey", "requestKey")],
});
