import type { AskedField } from "#domain/chains/asked-fields.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";

/** The field of the user name. */
export const userNameField: AskedField = {
  name: "userName",
  kind: "text",
  label: stepTexts.userName,
  autocomplete: "username",
};

/** The field of the password with which somebody signs in. */
export const passwordField: AskedField = {
  name: "password",
  kind: "password",
  label: stepTexts.password,
  autocomplete: "current-password",
};
