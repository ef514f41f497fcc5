import { ServiceError } from "#domain/errors.ts";

/** Returns the error of a part of a body that breaks a rule. */
export function unfit(target: string, rule: string): ServiceError {
  return new ServiceError("INPUT_INVALID", { target, message: `${target}: ${rule}` });
}
