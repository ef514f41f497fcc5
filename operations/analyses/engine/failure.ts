import { ServiceError, type ErrorCode } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

/** Columns of an analysis that has failed. */
type Failure = Pick<Row<"analyses">, "state" | "endedAt" | "errorCode" | "errorMessage">;

/** Returns the columns of an analysis that has failed at a time; by default with the usual words of its code. */
export function failure(code: ErrorCode, endedAt: number, message?: string): Failure {
  return {
    state: "failed",
    endedAt,
    errorCode: code,
    errorMessage: message ?? new ServiceError(code).message,
  };
}
