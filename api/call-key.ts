import { ServiceError } from "#domain/errors.ts";
import { answersKeptHours, callKeyMaxCharacters } from "#domain/limits.ts";

import type { RouteCall } from "./route.ts";

/** Headers by which a caller names a call, so that it can be sent again: by the IETF's draft, and by OData. */
export const callKeyHeaders = {
  key: "idempotency-key",
  requestId: "repeatability-request-id",
  firstSent: "repeatability-first-sent",
} as const;

const hourMs = 3_600_000;

/**
 * Returns the key that a call names; undefined if it names none.
 * @throws HEADER_INVALID, REPEAT_TOO_LATE
 */
export function callKey(headers: RouteCall["headers"], now: number): string | undefined {
  const key = headers[callKeyHeaders.key];
  const requestId = headers[callKeyHeaders.requestId];
  const firstSent = headers[callKeyHeaders.firstSent];
  if (key !== undefined && requestId !== undefined) {
    throw invalid("Idempotency-Key", "Idempotency-Key and Repeatability-Request-ID say the same; send one of them.");
  }
  if (requestId === undefined && firstSent === undefined) {
    return key === undefined ? undefined : checked("Idempotency-Key", key);
  }
  if (requestId === undefined || typeof firstSent !== "string") {
    throw invalid(
      "Repeatability-First-Sent",
      "Repeatability-Request-ID and Repeatability-First-Sent are taken together, each once.",
    );
  }
  const sentAt = Date.parse(firstSent);
  if (Number.isNaN(sentAt) || new Date(sentAt).toUTCString() !== firstSent) {
    const message = "Repeatability-First-Sent must be a date of HTTP, such as 'Tue, 01 Jan 2030 00:00:00 GMT'.";
    throw invalid("Repeatability-First-Sent", message);
  }
  if (sentAt <= now - answersKeptHours * hourMs) throw new ServiceError("REPEAT_TOO_LATE");
  return checked("Repeatability-Request-ID", requestId);
}

/**
 * Refuses a key at an address whose answers are not kept, so that no caller relies on it.
 * @throws HEADER_INVALID
 */
export function refuseCallKey(headers: RouteCall["headers"]): void {
  const given = Object.values(callKeyHeaders).find((name) => headers[name] !== undefined);
  if (given === undefined) return;
  throw invalid(given, "Answers of this address are not kept. Leave the header out; each part of a batch may have it.");
}

function checked(header: string, value: string | readonly string[]): string {
  const isPlain = typeof value === "string" && /^[\x21-\x7e]+$/.test(value) && value.length <= callKeyMaxCharacters;
  if (isPlain) return value;
  throw invalid(
    header,
    `${header} takes 1 to ${callKeyMaxCharacters} letters, digits and signs of ASCII without blanks, once.`,
  );
}

function invalid(target: string, message: string): ServiceError {
  return new ServiceError("HEADER_INVALID", { target, message });
}
