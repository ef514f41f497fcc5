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

/** Field of a passkey: its value is the browser's answer to the options sent with it, as JSON. */
export const passkeyField: AskedField = { name: "passkey", kind: "passkey", label: stepTexts.passkey };

/** Field of the password for signing in. */
export const passwordField: AskedField = {
  name: "password",
  kind: "password",
  label: stepTexts.password,
  autocomplete: "current-password",
};
