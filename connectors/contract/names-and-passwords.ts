import { ConnectorError, type ConnectorErrorOptions } from "./error.ts";
import { normalForm } from "./normal-form.ts";
import type { Delta, Verified } from "./requests.ts";

/** Answer to an empty password, which many targets would take for an anonymous login. */
export const emptyPassword: Verified = { ok: false, reason: "invalid", message: "The password is empty." };

/** Refuses a name without a visible character; throws `invalidValue`. */
export function requireName(name: string): void {
  if (name.trim() === "") throw new ConnectorError("invalidValue", "A name must not be empty.");
}

/**
 * Returns true if two names are the same name on a target: in the same Unicode form (NFC, as RFC 8265 compares), and in any case
 * unless the names are `caseExact`. A search for an object by name compares the name found with the name asked for.
 */
export function isSameName(one: string, other: string, caseExact = false): boolean {
  const [a, b] = [normalForm(one, "NFC"), normalForm(other, "NFC")];
  return a === b || (!caseExact && a.toLowerCase() === b.toLowerCase());
}

/** Returns the single new name in the deltas of a name. Throws `invalidValue` if there is none, or more than one. */
export function newNameOf(renames: readonly Delta[]): string {
  const [name, ...more] = renames.flatMap(({ replace }) => replace ?? []);
  if (typeof name !== "string" || more.length > 0)
    throw new ConnectorError("invalidValue", "The name can only be replaced, by one text.");
  requireName(name);
  return name;
}

/** Refuses a password change if the owner could not log in. Throws `currentPassword`, or `policy` for a state of the account. */
export function requireLogin(
  answer: Verified,
  options?: ConnectorErrorOptions,
): asserts answer is { readonly ok: true } {
  if (answer.ok) return;
  const code = answer.reason === "invalid" ? "currentPassword" : "policy";
  throw new ConnectorError(code, answer.message ?? `The account is ${answer.reason}.`, options);
}
