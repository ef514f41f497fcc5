import { type AnyDefinition, ConnectorError, isConnectorCode } from "#connectors/contract/index.ts";
import { targetMessageMaxCharacters } from "#domain/limits.ts";
import { targetCodeMaxCharacters } from "#domain/report-limits.ts";
import { askedPauseMs, isRetryable } from "#domain/requests/retry-schedule.ts";

/** Turns any error of a connector into one of the closed list, by the connector's own `mapError` first. */
export function toConnectorError(definition: AnyDefinition | undefined, error: unknown): ConnectorError {
  if (isConnectorError(error)) return error;
  try {
    const mapped = definition?.mapError?.(error);
    if (mapped !== undefined) return mapped;
  } catch {
    // A mapError that fails knows no more about the original error than one that does not handle it.
  }
  const words =
    error instanceof Error && error.message !== "" ? error.message : "The connector failed without a message.";
  return new ConnectorError("internal", words, { cause: error });
}

/** Returns the report of an error for the API: its code, the target's own words without a secret, and the pause that it asks for. */
export function toldFailure(error: ConnectorError, scrub: (text: string) => string) {
  const { code, targetCode } = error;
  const told = targetCode === undefined ? undefined : scrub(targetCode).slice(0, targetCodeMaxCharacters);
  const message = scrub(error.message).slice(0, targetMessageMaxCharacters);
  return { code, message, ...(told !== undefined && { targetCode: told }), ...askedPauseOf(error) };
}

/** Returns the pause that a target asks for with a retryable error. */
function askedPauseOf({ code, retryAfterMs }: ConnectorError): { readonly retryAfterMs?: number } {
  if (typeof retryAfterMs !== "number" || Number.isNaN(retryAfterMs) || !isRetryable(code)) return {};
  return { retryAfterMs: askedPauseMs(retryAfterMs) };
}

/** Returns true if the session of an error may still be used for another call. */
export function sessionSurvives(error: ConnectorError): boolean {
  return !error.outcomeUnknown && error.code !== "unreachable" && error.code !== "badCredentials";
}

// By shape, not by class: a connector published on its own may carry a copy of the contract.
function isConnectorError(error: unknown): error is ConnectorError {
  return (
    error instanceof Error && error.name === "ConnectorError" && "code" in error && isConnectorCode(String(error.code))
  );
}
