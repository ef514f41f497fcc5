import { ServiceError } from "#domain/errors.ts";
import { firstWaiting, type WaitingProperty } from "#domain/waiting-properties.ts";

/**
 * Refuses values of properties that would be stored without effect, because their feature comes later.
 * @throws NOT_SUPPORTED
 */
export function requireHonoured(
  resource: WaitingProperty["resource"],
  given: Readonly<Record<string, unknown>>,
  target?: string,
): void {
  const found = firstWaiting(resource, given);
  if (!found) return;
  const { property, honoured, waitsFor } = found;
  const values = honoured.map((value) => JSON.stringify(value)).join(" or ");
  throw new ServiceError("NOT_SUPPORTED", {
    target: target ?? property,
    message: `${property}: this value waits for ${waitsFor}. Until then only ${values} is taken.`,
  });
}
