import { ApplicationFailure } from "@temporalio/common";

import { ConnectorError } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";

/**
 * Turns an error into a failure of the engine. Its type and message are the code alone, because histories must not hold a target's words or
 * a statement. Transient and unforeseen errors are retryable, at growing intervals.
 */
export function asFailure(error: unknown): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  if (error instanceof ServiceError) {
    const retryable = error.kind === "unavailable" || error.kind === "internal";
    return failure(error.code, retryable);
  }
  if (error instanceof ConnectorError) return failure(error.code, error.retryable);
  return failure("internal", true);
}

function failure(code: string, retryable: boolean): ApplicationFailure {
  return retryable ? ApplicationFailure.retryable(code, code) : ApplicationFailure.nonRetryable(code, code);
}
