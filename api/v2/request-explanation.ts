import { decisions } from "#domain/resources/decisions.ts";
import { flag, guid, integer, list, longText, oneOf, text, time } from "#domain/resources/format/builders.ts";
import { requestAuthorizers } from "#domain/resources/inside/request-authorizers.ts";
import { requestComments } from "#domain/resources/request-comments.ts";

import { structure, valueTypeOf } from "./entity-type-of.ts";
import { personOfUserKey } from "./people.ts";

const authorizer = valueTypeOf(requestAuthorizers, "ExplainedAuthorizer", {
  person: personOfUserKey,
  since: time().shown("Time since which the authorizer is waited for."),
});

const { userKey, decision, comment, decidedAt, operationKeys, override, voidedAt, voidedBecause } =
  decisions.properties;

const need = structure("ExplainedNeed", {
  part: longText().shown("The part of the rule that is open."),
  approvals: integer()
    .optional()
    .shown("Number of missing approvals; null if decisions are needed, whether approvals or denials."),
  userKeys: list(guid()).shown("Keys of the authorizers who can give them."),
});

const phase = structure("ExplainedPhase", {
  sequence: integer().shown("The number of the phase."),
  state: text().shown("State of the phase: waiting, open or closed."),
  outcome: oneOf(["approved", "denied", "open"]).shown("Outcome of the decisions so far."),
  rule: integer().shown("The number of the rule by which it is so."),
  ruleText: text().shown("The rule in words."),
  approvals: integer().shown("Number of approvals."),
  approvalsMissing: integer().shown("Number of missing approvals."),
  denials: integer().shown("Number of denials."),
  authorizationRule: longText().shown("The rule with which it opened, as docs/phase-rules.md explains it."),
  needs: { type: need, collection: true, description: "Needs of the rule that are open." },
  decisions: {
    type: structure("ExplainedDecision", {
      userKey,
      person: personOfUserKey,
      decision,
      comment,
      decidedAt,
      operationKeys,
      override,
      voidedAt,
      voidedBecause,
    }),
    collection: true,
    description: "Decisions of the phase.",
  },
});

const { userKey: askedKey, via, veto, inputRequired } = requestAuthorizers.properties;

const toldPhase = structure("ToldPhase", {
  sequence: integer().shown("The number of the phase."),
  targetSystemKey: text().optional().shown("Key of the target system of the phase; null if none."),
  openedAt: time().shown("Time at which the phase opened."),
  ruleKey: guid().optional().shown("Key of the phase in the definition of the target system; null if none."),
  ruleVersion: integer().optional().shown("The version that this one had then."),
  rule: longText().shown("The rule with which it opened, as docs/phase-rules.md explains it."),
  conditions: {
    type: structure("AskedCondition", {
      condition: longText().shown("A condition of the rule, as it is written."),
      isMet: flag().shown("True if the condition was met when the phase opened."),
    }),
    collection: true,
    description: "The conditions of the rule; what they left of it is the rule above.",
  },
  carried: {
    type: structure("CarriedAnswer", {
      userKey,
      person: personOfUserKey,
      decision,
      phase: integer().optional().shown("Number of the phase of the decision; null if it was given with the request."),
    }),
    collection: true,
    description: "Decisions of other phases that count in the phase.",
  },
  outcome: oneOf(["approved", "denied", "open"]).shown("Outcome of the decisions."),
  people: {
    type: structure("ToldPerson", {
      userKey: askedKey,
      person: personOfUserKey,
      via,
      veto,
      inputRequired,
    }),
    collection: true,
    description: "Authorizers of the phase, and the rule that selected each.",
  },
  decisions: {
    type: structure("ToldDecision", {
      userKey,
      person: personOfUserKey,
      decision,
      decidedAt,
      comment: text().optional().shown("Reason given with the decision; null if none."),
      override: flag().shown("True if a superuser overrode the authorizers."),
    }),
    collection: true,
    description: "Valid decisions of the phase.",
  },
});

const replayedEnd = structure("ToldEnd", {
  status: text().shown("The status in which it ended, as a letter."),
  at: time().shown("Time of the end."),
  userKey: guid()
    .optional()
    .shown("Key of the user who ended the request; null if it ended by its decisions and operations."),
  person: personOfUserKey,
  because: text().shown("Reason for the end."),
});

const operation = structure("ExplainedOperation", {
  sequence: integer().shown("The number of the operation."),
  code: text().shown("Code of the operation."),
  targetSystemKey: text().shown("The target system."),
  sends: integer().shown("Number of times that the operation was sent."),
  nextTryAt: time().optional().shown("Time of the next attempt; null if none is planned."),
  errorCode: text().optional().shown("Code of the last error; null if none."),
  waitsFor: text().shown("Condition that the operation waits for."),
});

const { key, userKey: askedBy, text: question, writtenAt } = requestComments.properties;

const questions = {
  type: structure("OpenQuestion", { key, userKey: askedBy, person: personOfUserKey, text: question, writtenAt }),
  collection: true,
  description: "Open questions to the requester.",
} as const;

const sentDecision = structure("SentDecision", {
  userKey,
  person: personOfUserKey,
  phase: integer().shown("The number of the phase."),
  decision: text().shown("Decision that was sent."),
  sentAt: time().shown("Time at which it was sent."),
  state: oneOf(["sent", "refused"]).shown("State of the decision: sent, or refused by the home node of the request."),
  refusal: text().optional().shown("Code of the refusal; null if there is none."),
});

/** Explanation of the state of a request: who must act, what the rule still needs, what comes next and when. */
export const explanation = structure("RequestExplanation", {
  status: text().shown("Status of the request as a letter."),
  statusText: text().shown("Status of the request in words."),
  final: flag().shown("True if the request is closed."),
  waitsFor: { type: authorizer, collection: true, description: "The people who must act." },
  phase: { type: phase, nullable: true, description: "Open phase, or the phase that ended the request; null if none." },
  questions,
  phases: {
    type: toldPhase,
    collection: true,
    description: "Opened phases according to the ledger: rule, authorizers and decisions.",
  },
  end: {
    type: replayedEnd,
    nullable: true,
    description: "End of the request according to its ledger; null if it has not ended.",
  },
  ledger: oneOf(["whole", "changed", "none"]).shown(
    "State of the ledger; the phases of a changed or missing ledger are not returned.",
  ),
  operations: {
    type: operation,
    collection: true,
    description: "Operations of the request, with the conditions that they wait for.",
  },
  nextReminderAt: time().optional().shown("Time of the next reminder; null if none."),
  escalatesAt: time().optional().shown("Time of the escalation; null if none."),
  sentBackAt: time().optional().shown("Time at which the request was sent back; null if it was not."),
  startsAt: time().optional().shown("Time at which the request is carried out; null for as soon as it is approved."),
  expiresAt: time()
    .optional()
    .shown("Time at which the request expires if it is not decided; null if it no longer can."),
  next: text().shown("Next step of the request."),
  homeNode: text().optional().shown("Node that performs the request; null if there is one node only."),
  sentDecisions: {
    type: sentDecision,
    collection: true,
    description: "Decisions that were made at other nodes and do not count at the home node of the request.",
  },
});
