import { requestAuthorizers } from "#domain/resources/inside/request-authorizers.ts";
import { requestOperations } from "#domain/resources/request-operations.ts";

import type { Property, StructuredType } from "../odata/structured-type.ts";
import { entityTypeOf, valueTypeOf } from "./entity-type-of.ts";
import { personOfUserKey } from "./people.ts";
import type { Way } from "./resource-set.ts";
import { attributesType, formType } from "./target-attributes.ts";

/** Error of an operation, in the words of its target. */
const operationError: StructuredType = {
  name: "OperationError",
  properties: {
    code: { type: "Edm.String", column: "errorCode", description: "Kind of the error." },
    message: {
      type: "Edm.String",
      nullable: true,
      column: "errorMessage",
      description: "Message of the target system; null if none.",
    },
    targetCode: {
      type: "Edm.String",
      nullable: true,
      column: "errorTargetCode",
      description: "Error code of the target system; null if none.",
    },
  },
};

/** Error of an operation; null for none. */
export const errorOfOperation: Partial<Property> = {
  type: operationError,
  from: (row) => (row["errorCode"] === null ? null : row),
};

/** Message of the target in an answer that is no failure. */
export const noticeOfOperation: Partial<Property> = {
  needs: ["errorCode", "errorMessage"],
  from: (row) => (row["errorCode"] === null ? row["errorMessage"] : null),
};

const implementer = valueTypeOf(requestAuthorizers, "TaskImplementer", { person: personOfUserKey });

/** Operations of a request: the work on each target system, and its result. */
export const requestOperationType = entityTypeOf(requestOperations, {
  properties: {
    attributes: { type: attributesType, nullable: true },
    form: { type: formType, nullable: true },
    error: errorOfOperation,
    notice: noticeOfOperation,
    implementers: { type: implementer, collection: true, attached: true },
  },
});

const authorizer = valueTypeOf(requestAuthorizers, "PhaseAuthorizer", { person: personOfUserKey });

/** Authorization phases of a request, each with its authorizers. */
export const requestPhases: Way = {
  contained: { properties: { authorizers: { type: authorizer, collection: true } }, attachment: "authorizers" },
};

/** The ledger of a request. */
export const requestEvents: Way = {
  contained: {
    properties: {
      facts: {
        type: { name: "EventFacts", properties: {}, open: true },
        needs: ["content"],
        from: (row) => JSON.parse(row["content"] as string) as object,
      },
    },
  },
};
