import { ConnectorError, type ConnectorErrorOptions } from "./error.ts";
import { normalForm } from "./normal-form.ts";
import type { Delta, Verified } from "./requests.ts";

/** The answer to an empty password, which many targets would take for an anonymous login of anybody. */
export const emptyPassword: Verified = { ok: false, reason: "invalid", message: "The password is empty." };

/** Refuses a name without a character that can be seen; throws `invalidValue`. */
export function requireName(name: string): void {
  if (name.trim() === "") throw new ConnectorError("invalidValue", "A name must not be empty.");
}

/**
 * Whether two names are one name on a target: in the same Unicode form (NFC, as RFC 8265 compares), and in any case unless its
 * names are `caseExact`. Whoever looks for an object by its name compares what came with what was asked.
 */
export function isSameName(one: string, other: string, caseExact = false): boolean {
  const [a, b] = [normalForm(one, "NFC"), normalForm(other, "NFC")];
  return a === b || (!caseExact && a.toLowerCase() === b.toLowerCase());
}

/** The one new name that the deltas of a name give; throws `invalidValue` when they give none or several. */
export function newNameOf(renames: readonly Delta[]): string {
  const [name, ...more] = renames.flatMap(({ replace }) => replace ?? []);
  if (typeof name !== "string" || more.length > 0)
    throw new ConnectorError("invalidValue", "The name can only be replaced, by one text.");
  requireName(name);
  return name;
}

/** Refuses a change of a password whose owner could not log in; throws `currentPassword`, or `policy` for a state of the account. */
export function requireLogin(
  answer: Verified,
  options?: ConnectorErrorOptions,
): asserts answer is { readonly ok: true } {
  if (answer.ok) return;
  const code = answer.reason === "invalid" ? "currentPassword" : "policy";
  throw new ConnectorError(code, answer.message ?? `The account is ${answer.reason}.`, options);
}
