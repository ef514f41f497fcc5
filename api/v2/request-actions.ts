import { HoldDecision } from "#domain/requests/hold-decision.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { taskStates } from "#domain/requests/task.ts";
import { guid, integer, list, oneOf, text, time } from "#domain/resources/format/builders.ts";
import { acceptTask } from "#operations/requests/accept-task.ts";
import { answer } from "#operations/requests/answer.ts";
import { ask } from "#operations/requests/ask.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { comment } from "#operations/requests/comment.ts";
import { completeTask } from "#operations/requests/complete-task.ts";
import { decide } from "#operations/requests/decide.ts";
import { declineTask } from "#operations/requests/decline-task.ts";
import { edit } from "#operations/requests/edit.ts";
import { escalate } from "#operations/requests/escalate.ts";
import { failTask } from "#operations/requests/fail-task.ts";
import { handOnTask } from "#operations/requests/hand-on-task.ts";
import { override } from "#operations/requests/override.ts";
import { resolveHold } from "#operations/requests/resolve-hold.ts";
import { resubmit } from "#operations/requests/resubmit.ts";
import { revealTaskPassword } from "#operations/requests/reveal-task-password.ts";
import { sendBack } from "#operations/requests/send-back.ts";
import { unapprove } from "#operations/requests/unapprove.ts";

import type { ActionVerb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { expectation } from "./expectation.ts";
import { shownOnce } from "./shown-once.ts";
import { attributesType, formType } from "./target-attributes.ts";

const phase = integer().shown("The number of the phase that is open.");
const requestKey = guid().shown("The request.");

const recordedDecision = structure("RecordedDecision", {
  requestKey,
  phase: integer().shown("The number of the phase."),
  decision: text().shown("Decision that was recorded."),
  operations: list(integer()).shown("The numbers of the operations that it is about."),
  sentTo: text()
    .optional()
    .shown("Node of the request, to which the decision was sent and which has not taken it yet; null if it counts."),
});

const writtenComment = structure("WrittenComment", { key: guid().shown("The key of what was said."), requestKey });

const operationChange = structure("OperationChange", {
  sequence: integer().shown("The number of the operation."),
  accountKey: guid()
    .optional()
    .shown("Key of the account; null for the one that the request creates; unchanged if absent."),
  attributes: {
    type: attributesType,
    nullable: true,
    description: "Attributes that replace all current ones; null for none; unchanged if absent.",
  },
  until: time().optional().shown("New time at which the access ends; the end stays if neither is named."),
  forHours: integer().optional().shown("New number of hours of the access; the end stays if neither is named."),
  form: {
    type: formType,
    nullable: true,
    description: "Values of the form that replace all current ones; null for none; unchanged if absent.",
  },
});

const seen = {
  type: expectation,
  nullable: true,
  description:
    "Expected content of the request; if it has changed, the decision is refused. Required to approve a request that was edited, unless If-Match names its version.",
} as const;

const taskNumber = integer().shown("Number of the operation whose task it is.");

const answeredTask = structure("AnsweredTask", {
  requestKey,
  operation: integer().shown("Number of the operation."),
  task: oneOf(taskStates).optional().shown("New state of the task."),
});

/** Actions on an existing request. */
export const requestActions: Readonly<Record<string, ActionVerb>> = {
  decide: action(decide, {
    parameters: {
      phase,
      decision: oneOf(Object.values(Decision)).shown("Decision to record."),
      operations: list(integer())
        .optional()
        .shown("Numbers of the operations to decide; null for all that the caller has not decided."),
      comment: text().optional().shown("Reason for the decision; null if none, which a phase may not allow."),
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
      decision: oneOf([Decision.Approve, Decision.Deny]).shown("Decision that overrides the authorizers."),
      comment: text().shown("Reason for the decision."),
      expect: seen,
    },
    result: recordedDecision,
  }),
  comment: action(comment, { parameters: { text: text().shown("Text of the comment.") }, result: writtenComment }),
  ask: action(ask, { parameters: { text: text().shown("Text of the question.") }, result: writtenComment }),
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
      userKey: guid().optional().shown("Key of the authorizer who has not decided; null for the caller."),
    },
    result: structure("EscalatedPhase", {
      requestKey,
      phase: integer().shown("The number of the phase."),
      userKey: guid().shown("Key of the new authorizer."),
    }),
  }),
  resolveHold: action(resolveHold, {
    parameters: {
      decision: oneOf(Object.values(HoldDecision)).shown(
        "Decision to record. release: the authorizers of the phase are calculated again; deny: the request is denied; assign: other authorizers decide the phase.",
      ),
      reason: text().shown("Reason for the decision."),
      userKeys: list(guid()).optional().shown("Keys of the new authorizers for assign; null if none."),
      minApprovals: integer().optional().shown("Number of these authorizers who must approve; null for one."),
    },
    result: structure("ResolvedHold", {
      key: guid().shown("The request."),
      decision: text().shown("Decision that was recorded."),
      status: text().shown("New status of the request."),
    }),
  }),
  acceptTask: action(acceptTask, { parameters: { operation: taskNumber, expect: seen }, result: answeredTask }),
  declineTask: action(declineTask, {
    parameters: {
      operation: taskNumber,
      reason: text().optional().shown("Reason for declining; null if none."),
      expect: seen,
    },
    result: answeredTask,
  }),
  completeTask: action(completeTask, {
    parameters: {
      operation: taskNumber,
      shortId: text()
        .optional()
        .shown("Name of the new account or group; null for the requested one, or if there is none."),
      stableId: text()
        .optional()
        .shown("Immutable id of the new account or group; null for its name, or if there is none."),
      reason: text()
        .optional()
        .shown("Words about the work; null if none. Required for a superuser to whom it was not offered."),
      expect: seen,
    },
    result: answeredTask,
  }),
  failTask: action(failTask, {
    parameters: {
      operation: taskNumber,
      reason: text().shown("Reason why the task cannot be completed."),
      expect: seen,
    },
    result: answeredTask,
  }),
  handOnTask: action(handOnTask, {
    parameters: {
      operation: taskNumber,
      userKey: guid().shown("Key of the user to whom alone the task is offered from now on."),
      reason: text()
        .optional()
        .shown("Reason for handing it on; null if none. Required for a superuser to whom it was not offered."),
      expect: seen,
    },
    result: answeredTask,
  }),
  revealTaskPassword: action(revealTaskPassword, {
    givesSecret: true,
    parameters: { operation: taskNumber },
    result: structure("TaskPassword", {
      requestKey,
      operation: integer().shown("Number of the operation."),
      password: shownOnce("password", "Password for the new account. It is not stored."),
    }),
  }),
  sendBack: action(sendBack, {
    parameters: { phase, comment: text().shown("Changes that the requester is asked for.") },
    result: writtenComment,
  }),
  edit: action(edit, {
    parameters: {
      operations: { type: operationChange, collection: true, description: "The operations that are to be changed." },
    },
    result: structure("EditedRequest", {
      key: guid().shown("The request."),
      changed: list(integer()).shown("The numbers of the operations that are not as they were."),
      voided: integer().shown("Number of decisions that became void."),
    }),
  }),
  resubmit: action(resubmit, {
    parameters: { comment: text().shown("Description of the changes.") },
    result: writtenComment,
  }),
  cancel: action(cancel, {
    result: structure("CancelledRequest", {
      key: guid().shown("The request."),
      status: text().shown("New status of the request."),
    }),
  }),
};
