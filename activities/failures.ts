import { ApplicationFailure } from "@temporalio/common";

import { ConnectorError } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";

/**
 * An error as the engine keeps it: its type and message are the code alone, because histories are no place for a target's
 * words or a statement. What may pass is tried again, and so is what nobody foresaw, at growing intervals.
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
