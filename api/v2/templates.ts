import { operationRetryAfterSeconds } from "#domain/limits.ts";
import { guid, integer, list, longText, text, time } from "#domain/resources/format/builders.ts";
import { templates as resource } from "#domain/resources/templates.ts";
import { batchRecipientsMax, batchTrialMax } from "#domain/template-limits.ts";
import { requestTemplate } from "#operations/requests/request-template.ts";
import { trialTemplate } from "#operations/requests/trial-template.ts";
import {
  addTemplate,
  removeTemplate,
  setTemplatePhases,
  updateTemplate,
} from "#operations/templates/change-templates.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { authorizationPhase } from "./authorization-phases.ts";
import { structure } from "./entity-type-of.ts";
import { formFields } from "./form-fields.ts";
import { resourceSet } from "./resource-set.ts";
import { formType } from "./target-attributes.ts";
import { templateOperation, triedOperation } from "./template-operation.ts";

const form = {
  type: formType,
  nullable: true,
  description: "Values of the form, by the names of its fields; null if the template has none.",
} as const;

const tried = structure("TriedTemplate", {
  recipients: {
    type: structure("TriedRecipient", {
      recipientKey: guid().shown("Key of the recipient."),
      operations: {
        type: triedOperation,
        collection: true,
        description: "Operations of the request; empty if it would be refused.",
      },
      phases: integer().shown("Number of approval phases of the request."),
      errorCode: text(60).optional().shown("Code of the refusal; null if the request would be accepted."),
      errorMessage: longText().optional().shown("Words of the refusal; null if the request would be accepted."),
    }),
    collection: true,
    description: "Recipients in the order of the call.",
  },
});

/** Terms of the submission of a template: 202 and the batch. */
const submitted = {
  status: 202,
  result: structure("SubmittedBatch", {
    key: guid().shown("Key of the batch."),
    templateKey: guid().shown("Key of the template."),
    recipients: integer().shown("Number of recipients."),
    waiting: integer().shown("Number of recipients whose request is not submitted yet."),
  }),
  statusMonitor: { set: "requestBatches", retryAfterSeconds: operationRetryAfterSeconds },
} as const;

/** Templates of requests: administered by superusers, used by requesters. */
export const templates = resourceSet(resource, {
  properties: {
    operations: { type: templateOperation, collection: true },
    formFields,
    authorizationPhases: { type: authorizationPhase, collection: true, needs: ["key"] },
  },
  attachment: "template",
  usualOrder: ["name"],
  create: {
    ...verb(addTemplate),
    status: 201,
    example: {
      name: "Sales starter",
      description: "Account and group of a new colleague in sales",
      formFields: [{ name: "seat", type: "text", label: "Seat", required: true }],
      operations: [
        {
          code: "ACUA",
          targetSystemKey: "DIRECTORY",
          account: "ownOrCreated",
          attributes: { shortId: "{profile.id}", roomNumber: "{form.seat}" },
        },
      ],
    },
  },
  update: { ...verb(updateTemplate), status: 204 },
  remove: { ...verb(removeTemplate), status: 204 },
  actions: {
    setAuthorizationPhases: action(setTemplatePhases, {
      parameters: {
        authorizationPhases: {
          type: authorizationPhase,
          collection: true,
          description: "Approval phases of the template, which replace the current ones; an empty list for none.",
        },
      },
      result: structure("AuthorizedTemplate", {
        key: guid().shown("Key of the template."),
        phases: integer().shown("Number of approval phases of the template itself."),
      }),
    }),
    request: action(requestTemplate, {
      parameters: {
        recipientKeys: list(guid()).shown(`Keys of the recipients, each once: 1 to ${batchRecipientsMax}.`),
        form,
        reason: longText().optional().shown("Reason for the requests; null if none."),
        startAt: time().optional().shown("Earliest time at which the requests are carried out; null if none."),
      },
      ...submitted,
    }),
    trialRequest: action(trialTemplate, {
      parameters: { recipientKeys: list(guid()).shown(`Keys of the recipients: 1 to ${batchTrialMax}.`), form },
      result: tried,
    }),
  },
});
