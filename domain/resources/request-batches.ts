import type { FormValues } from "../catalogue/form-fields.ts";
import type { ModuleName } from "../module-name.ts";
import { templateNameMaxCharacters } from "../template-limits.ts";
import type { BatchContent } from "../templates/batch-content.ts";
import { guid, integer, json, longText, text, time } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Batches of requests: a template submitted for several recipients, a request for each. */
export const requestBatches = resource("requestBatches", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "RequestBatch", key: "requestBatchKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the batch."),
    templateKey: guid().policy().shown("Key of the template."),
    templateName: text(templateNameMaxCharacters)
      .searched()
      .label("Template")
      .shown("Name of the template when the batch was submitted."),
    requesterKey: guid().policy().shown("Key of the requester."),
    reason: longText().optional().searched().shown("Reason given by the requester, which each request has."),
    startAt: time().optional().shown("Earliest time at which the requests are carried out; null if none."),
    form: json<FormValues>().shown("Values of the form, by the names of its fields."),
    recipients: integer().shown("Number of recipients."),
    waiting: integer().shown("Number of recipients whose request is not submitted yet."),
    submitted: integer().shown("Number of recipients for whom a request was submitted."),
    refused: integer().shown("Number of recipients for whom the request was refused."),
    createdAt: time().ordered().policy().shown("Time of the submission."),
    finishedAt: time()
      .optional()
      .shown("Time at which the last request was submitted or refused; null if some are not yet."),
    cancelledAt: time().optional().shown("Time at which the requester cancelled the batch; null if it was not."),
    /** Content of the template as it was when the batch was submitted: each request is made of it. */
    content: json<BatchContent>(),
    operationId: text().optional(),
    requestId: text(),
    submittedBy: text<ModuleName>(20),
  },
  relations: {
    requester: one("users", "requesterKey"),
    template: one("templates", "templateKey"),
    members: many("requestBatchMembers", "batchKey"),
    requests: many("requests", "batchKey"),
  },
  indexes: [index("requesterKey", "createdAt"), index("createdAt", "key"), index("templateKey", "createdAt")],
  policies: {
    requestBatch: { lists: { authorizerKeys: { relation: "requests", through: "authorizers", column: "userKey" } } },
  },
});
