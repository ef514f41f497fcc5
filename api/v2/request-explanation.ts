import { decisions } from "#domain/resources/decisions.ts";
import { flag, guid, integer, list, longText, oneOf, text, time } from "#domain/resources/format/builders.ts";
import { requestAuthorizers } from "#domain/resources/inside/request-authorizers.ts";
import { requestComments } from "#domain/resources/request-comments.ts";

import { structure, valueTypeOf } from "./entity-type-of.ts";
import { personOfUserKey } from "./people.ts";

const authorizer = valueTypeOf(requestAuthorizers, "ExplainedAuthorizer", {
  person: personOfUserKey,
  since: time().shown("Since when this person is waited for."),
});

const { userKey, decision, comment, decidedAt, operationKeys, override, voidedAt, voidedBecause } =
  decisions.properties;

const need = structure("ExplainedNeed", {
  part: longText().shown("The part of the rule that is open."),
  approvals: integer().optional().shown("How many approvals it lacks; null = answers are needed, whatever they say."),
  userKeys: list(guid()).shown("Those who can give them."),
});

const phase = structure("ExplainedPhase", {
  sequence: integer().shown("The number of the phase."),
  state: text().shown("Whether it waits, is open or has ended."),
  outcome: oneOf(["approved", "denied", "open"]).shown("What the decisions come to by now."),
  rule: integer().shown("The number of the rule by which it is so."),
  ruleText: text().shown("The rule in words."),
  approvals: integer().shown("How many have approved."),
  approvalsMissing: integer().shown("How many approvals are missing."),
  denials: integer().shown("How many have denied."),
  authorizationRule: longText().shown("The rule with which it opened, as docs/phase-rules.md explains it."),
  needs: { type: need, collection: true, description: "What this rule still needs." },
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
    description: "What was decided in it.",
  },
});

const { userKey: askedKey, via, veto, inputRequired } = requestAuthorizers.properties;

const toldPhase = structure("ToldPhase", {
  sequence: integer().shown("The number of the phase."),
  targetSystemKey: text().optional().shown("The target system from which it comes; null = none."),
  openedAt: time().shown("When it was opened."),
  ruleKey: guid().optional().shown("The phase of its target system from which it comes; null = none."),
  ruleVersion: integer().optional().shown("The version that this one had then."),
  rule: longText().shown("The rule with which it opened, as docs/phase-rules.md explains it."),
  conditions: {
    type: structure("AskedCondition", {
      condition: longText().shown("A condition of the rule, as it is written."),
      isMet: flag().shown("Whether it was met as the phase opened."),
    }),
    collection: true,
    description: "The conditions of the rule; what they left of it is the rule above.",
  },
  carried: {
    type: structure("CarriedAnswer", {
      userKey,
      person: personOfUserKey,
      decision,
      phase: integer().optional().shown("The number of the phase in which it was given; null = by asking."),
    }),
    collection: true,
    description: "What was said elsewhere and counts in it.",
  },
  outcome: oneOf(["approved", "denied", "open"]).shown("What the decisions come to."),
  people: {
    type: structure("ToldPerson", {
      userKey: askedKey,
      person: personOfUserKey,
      via,
      veto,
      inputRequired,
    }),
    collection: true,
    description: "Whom it asked, and how each came in.",
  },
  decisions: {
    type: structure("ToldDecision", {
      userKey,
      person: personOfUserKey,
      decision,
      decidedAt,
      comment: text().optional().shown("Why, in the words of who decided; null = nothing was said."),
      override: flag().shown("Whether a superuser decided in the place of the authorizers."),
    }),
    collection: true,
    description: "What was said in it, and counts.",
  },
});

const replayedEnd = structure("ToldEnd", {
  status: text().shown("The status in which it ended, as a letter."),
  at: time().shown("When."),
  userKey: guid().optional().shown("Who ended it; null = it followed from what was decided and done."),
  person: personOfUserKey,
  because: text().shown("Why, in words."),
});

const operation = structure("ExplainedOperation", {
  sequence: integer().shown("The number of the operation."),
  code: text().shown("What is done, as a code."),
  targetSystemKey: text().shown("The target system."),
  sends: integer().shown("How often it was sent."),
  nextTryAt: time().optional().shown("When it is tried next; null = no try is planned."),
  errorCode: text().optional().shown("The code of its last error; null = none."),
  waitsFor: text().shown("What it waits for, in words."),
});

const { key, userKey: askedBy, text: question, writtenAt } = requestComments.properties;

const questions = {
  type: structure("OpenQuestion", { key, userKey: askedBy, person: personOfUserKey, text: question, writtenAt }),
  collection: true,
  description: "What the requester was asked and has not answered.",
} as const;

/** Explanation of the state of a request: who must act, what the rule still needs, what comes next and when. */
export const explanation = structure("RequestExplanation", {
  status: text().shown("Its status as a letter."),
  statusText: text().shown("Its status in words."),
  final: flag().shown("Whether it has ended."),
  waitsFor: { type: authorizer, collection: true, description: "The people who must act." },
  phase: { type: phase, nullable: true, description: "The phase that is open, or that has ended it; null = none." },
  questions,
  phases: {
    type: toldPhase,
    collection: true,
    description: "Every phase that has opened, as the ledger tells of it: its rule, whom it asked, what they said.",
  },
  end: {
    type: replayedEnd,
    nullable: true,
    description: "How it ended, as the ledger tells of it; null = it goes on.",
  },
  ledger: oneOf(["whole", "changed", "none"]).shown(
    "Whether its ledger is as it was written; of one that was changed, or is not there, nothing is told.",
  ),
  operations: { type: operation, collection: true, description: "Its operations and what they wait for." },
  nextReminderAt: time().optional().shown("When the people are reminded next; null = never."),
  escalatesAt: time().optional().shown("When others are asked; null = never."),
  sentBackAt: time()
    .optional()
    .shown("Since when its requester is to change and resubmit it; null = it was not sent back."),
  startsAt: time().optional().shown("When it is carried out; null = as soon as it is approved."),
  expiresAt: time().optional().shown("When it expires if nobody decides; null = it cannot any more."),
  next: text().shown("What comes next, in words."),
});
