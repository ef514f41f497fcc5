import { HoldDecision } from "#domain/requests/hold-decision.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { guid, integer, list, oneOf, text } from "#domain/resources/format/builders.ts";
import { answer } from "#operations/requests/answer.ts";
import { ask } from "#operations/requests/ask.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { comment } from "#operations/requests/comment.ts";
import { decide } from "#operations/requests/decide.ts";
import { edit } from "#operations/requests/edit.ts";
import { escalate } from "#operations/requests/escalate.ts";
import { override } from "#operations/requests/override.ts";
import { resolveHold } from "#operations/requests/resolve-hold.ts";
import { resubmit } from "#operations/requests/resubmit.ts";
import { sendBack } from "#operations/requests/send-back.ts";
import { unapprove } from "#operations/requests/unapprove.ts";

import type { ActionVerb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { attributesType } from "./target-attributes.ts";

const phase = integer().shown("The number of the phase that is open.");
const requestKey = guid().shown("The request.");

const expectedOperation = structure("ExpectedOperation", {
  sequence: integer().optional().shown("Its place in the request, from 1 on; null = its place in the list."),
  code: text().shown("What is asked for, as a code."),
  targetSystemKey: text().optional().shown("The target system; null = whichever it is."),
  accountKey: guid().optional().shown("The account; null = none."),
  groupKey: guid().optional().shown("The group; null = none."),
  attributes: { type: attributesType, nullable: true, description: "Its attributes; null = none." },
});

const expectation = structure("Expectation", {
  recipient: guid().optional().shown("The key of the recipient; null = whoever it is."),
  operations: {
    type: expectedOperation,
    collection: true,
    description: "All its operations, in their order or each with its sequence; left out = whatever they are.",
  },
});

const recordedDecision = structure("RecordedDecision", {
  requestKey,
  phase: integer().shown("The number of the phase."),
  decision: text().shown("What was decided."),
  operations: list(integer()).shown("The numbers of the operations that it is about."),
});

const writtenComment = structure("WrittenComment", { key: guid().shown("The key of what was said."), requestKey });

const operationChange = structure("OperationChange", {
  sequence: integer().shown("The number of the operation."),
  accountKey: guid().optional().shown("The account; null = the one that the request creates; left out = as it was."),
  attributes: {
    type: attributesType,
    nullable: true,
    description: "Attributes in the place of all that it had; null = none; left out = as they were.",
  },
});

const seen = {
  type: expectation,
  nullable: true,
  description:
    "What was seen of the request: where it is otherwise by now, nothing is decided. Required to approve a request that was edited, unless If-Match names its version.",
} as const;

/** Actions on an existing request. */
export const requestActions: Readonly<Record<string, ActionVerb>> = {
  decide: action(decide, {
    parameters: {
      phase,
      decision: oneOf(Object.values(Decision)).shown("What is decided."),
      operations: list(integer())
        .optional()
        .shown("The numbers of the operations that it is about; null = all of which you have said nothing."),
      comment: text().optional().shown("Why, in words; null = nothing is said, where the phase asks for no reason."),
      expect: seen,
    },
    result: recordedDecision,
  }),
  unapprove: action(unapprove, {
    parameters: { phase },
    result: structure("UnapprovedPhase", { requestKey, phase: integer().shown("The number of the phase.") }),
  }),
  override: action(override, {
    parameters: {
      phase,
      decision: oneOf([Decision.Approve, Decision.Deny]).shown("What is decided in the place of the authorizers."),
      comment: text().shown("Why, in words."),
      expect: seen,
    },
    result: recordedDecision,
  }),
  comment: action(comment, { parameters: { text: text().shown("What is said.") }, result: writtenComment }),
  ask: action(ask, { parameters: { text: text().shown("What the requester is asked.") }, result: writtenComment }),
  answer: action(answer, {
    parameters: {
      question: guid().shown("The key of the question, which is one of the request's comments."),
      text: text().shown("The answer."),
    },
    result: writtenComment,
  }),
  escalate: action(escalate, {
    parameters: {
      phase,
      userKey: guid().optional().shown("The authorizer who has not answered; null = the caller."),
    },
    result: structure("EscalatedPhase", {
      requestKey,
      phase: integer().shown("The number of the phase."),
      userKey: guid().shown("Who is asked now."),
    }),
  }),
  resolveHold: action(resolveHold, {
    parameters: {
      decision: oneOf(Object.values(HoldDecision)).shown(
        "What is decided. release: all are asked whom the phase names, and its plug-ins anew; deny: it is denied; assign: others decide the phase.",
      ),
      reason: text().shown("Why, in words."),
      userKeys: list(guid()).optional().shown("To whom it is given, where that is decided; null = to nobody."),
      minApprovals: integer().optional().shown("How many of these must approve; null = one."),
    },
    result: structure("ResolvedHold", {
      key: guid().shown("The request."),
      decision: text().shown("What was decided."),
      status: text().shown("Its status from now on."),
    }),
  }),
  sendBack: action(sendBack, {
    parameters: { phase, comment: text().shown("What the requester is to change, in words.") },
    result: writtenComment,
  }),
  edit: action(edit, {
    parameters: {
      operations: { type: operationChange, collection: true, description: "The operations that are to be changed." },
    },
    result: structure("EditedRequest", {
      key: guid().shown("The request."),
      changed: list(integer()).shown("The numbers of the operations that are not as they were."),
      voided: integer().shown("How many decisions count no longer."),
    }),
  }),
  resubmit: action(resubmit, {
    parameters: { comment: text().shown("What was changed, in words.") },
    result: writtenComment,
  }),
  cancel: action(cancel, {
    result: structure("CancelledRequest", {
      key: guid().shown("The request."),
      status: text().shown("Its status from now on."),
    }),
  }),
};
