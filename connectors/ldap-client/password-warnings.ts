import { type PasswordPolicyControl, PasswordPolicyError } from "ldapts";

/** Returns the warnings of a directory about a password. Source: draft-behera-ldap-password-policy-10 6.2. */
export function warningsOf({ value }: PasswordPolicyControl): readonly string[] {
  const { error, graceAuthNsRemaining: left, timeBeforeExpiration: seconds } = value ?? {};
  return [
    ...(error === PasswordPolicyError.ChangeAfterReset ? ["The directory says: the password has to be changed."] : []),
    ...(left === undefined ? [] : [`The directory says: the password has expired, and lets in ${left} times more.`]),
    ...(seconds === undefined ? [] : [`The directory says: the password expires in ${seconds} seconds.`]),
  ];
}
