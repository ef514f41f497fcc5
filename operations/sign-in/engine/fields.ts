import type { AskedField } from "#domain/chains/asked-fields.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";

/** The field of the user name. */
export const userNameField: AskedField = {
  name: "userName",
  kind: "text",
  label: stepTexts.userName,
  autocomplete: "username",
};

/** The field of a one-time code, or of a recovery code in its place. */
export const oneTimeCodeField: AskedField = {
  name: "code",
  kind: "code",
  label: stepTexts.oneTimeCode,
  autocomplete: "one-time-code",
};

/** The field of a passkey: its value is what the browser answers to the options that go with it, as JSON. */
export const passkeyField: AskedField = { name: "passkey", kind: "passkey", label: stepTexts.passkey };

/** The field of the password with which somebody signs in. */
export const passwordField: AskedField = {
  name: "password",
  kind: "password",
  label: stepTexts.password,
  autocomplete: "current-password",
};
