import { PasswordPolicyControl, PasswordPolicyError } from "ldapts";

import { type Call, type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";
import { resultCodeOf, wordsOf } from "#connectors/ldap-client/errors.ts";
import { warningsOf } from "#connectors/ldap-client/password-warnings.ts";

const constraintViolation = 19;

const byPolicyError: Readonly<Record<number, ConnectorCode>> = {
  [PasswordPolicyError.PasswordModNotAllowed]: "permission",
  [PasswordPolicyError.InsufficientPasswordQuality]: "strength",
  [PasswordPolicyError.PasswordTooShort]: "strength",
  [PasswordPolicyError.PasswordInHistory]: "strength",
};

/**
 * Runs a call that sets a password, with the control by which a directory returns the reason of a refusal and warnings.
 * @throws strength, permission or policy in the directory's own words
 */
export async function withPasswordPolicy(
  call: Pick<Call, "notice">,
  run: (control: PasswordPolicyControl) => Promise<void>,
): Promise<void> {
  const control = new PasswordPolicyControl();
  try {
    await run(control);
    for (const words of warningsOf(control)) call.notice(words);
  } catch (error) {
    throw refusalOf(error, control.value?.error) ?? error;
  }
}

function refusalOf(error: unknown, reason: number | undefined): ConnectorError | undefined {
  const result = resultCodeOf(error);
  if (result === undefined) return undefined;
  // A directory without the control refuses a weak password like any other value that violates a constraint.
  const code =
    reason === undefined
      ? result === constraintViolation
        ? "strength"
        : undefined
      : (byPolicyError[reason] ?? "policy");
  if (code === undefined) return undefined;
  return new ConnectorError(code, wordsOf(error as Error), {
    targetCode: result,
    ...(reason !== undefined && { detail: { passwordPolicyError: reason } }),
    cause: error,
  });
}
