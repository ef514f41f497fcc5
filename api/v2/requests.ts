import { HoldDecision } from "#domain/requests/hold-decision.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { guid, integer, list, oneOf, text } from "#domain/resources/format/builders.ts";
import { requests as resource } from "#domain/resources/requests.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { decide } from "#operations/requests/decide.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import { resolveHold } from "#operations/requests/resolve-hold.ts";
import { submit } from "#operations/requests/submit.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { explanation } from "./request-explanation.ts";
import { requestEvents, requestOperationType, requestPhases } from "./request-parts.ts";
import { resourceSet } from "./resource-set.ts";
import { attributesType } from "./target-attributes.ts";

const operationsSentAlong = {
  operations: {
    type: requestOperationType,
    collection: true,
    description: "What is to be done, in any order; afterwards it is read by the navigation of the same name.",
  },
} as const;

const expectedOperation = structure("ExpectedOperation", {
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
    description: "All its operations in their order; left out = whatever they are.",
  },
});

/** Requests: submitted, read, decided and cancelled. */
export const requests = resourceSet(resource, {
  properties: { recipientKey: { nullable: true } },
  create: {
    ...verb(submit),
    status: 202,
    parameters: operationsSentAlong,
    example: {
      recipientKey: "0d7c0f4e-0000-4000-8000-000000000001",
      reason: "new colleague",
      operations: [
        { code: "ACUA", targetSystemKey: "LDAP", attributes: { shortId: "anna", mail: "anna@example.test" } },
      ],
    },
  },
  actions: {
    decide: action(decide, {
      parameters: {
        phase: integer().shown("The number of the phase that is open."),
        decision: oneOf(Object.values(Decision)).shown("What is decided."),
        comment: text().optional().shown("Why, in words; null = nothing is said."),
        expect: {
          type: expectation,
          nullable: true,
          description: "What was seen of the request: where it is otherwise by now, nothing is decided.",
        },
      },
      result: structure("RecordedDecision", {
        requestKey: guid().shown("The request."),
        phase: integer().shown("The number of the phase."),
        decision: text().shown("What was decided."),
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
    cancel: action(cancel, {
      result: structure("CancelledRequest", {
        key: guid().shown("The request."),
        status: text().shown("Its status from now on."),
      }),
    }),
  },
  functions: { explain: { ...verb(explainRequest), result: explanation } },
  ways: {
    requester: { linked: "people" },
    recipient: { linked: "people" },
    operations: { contained: { type: requestOperationType } },
    phases: requestPhases,
    decisions: { contained: { ways: { person: { linked: "people" } } } },
    events: requestEvents,
  },
});
