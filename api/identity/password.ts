import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { passwordLinkField } from "#domain/identity/password-link.ts";
import { ModuleName } from "#domain/module-name.ts";
import { setPasswordByLink } from "#operations/sign-in/set-password-by-link.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { type Form, requiredField } from "./client-credentials.ts";
import { passwordPage, passwordSetPage } from "./password-page.ts";

/** Answers the opening of a link with the page on which to choose a password. Only the form of the page uses the link up. */
export function answerPasswordPage({ query }: RouteCall): Promise<RouteAnswer> {
  return Promise.resolve(passwordPage({ link: new URLSearchParams(query).get(passwordLinkField) ?? "" }));
}

/** Answers the form of that page. The rules of the policy that a password breaks are shown on the page again. */
export async function answerPassword(call: RouteCall): Promise<RouteAnswer> {
  const form = call.body as Form;
  const link = requiredField(form, passwordLinkField);
  const password = requiredField(form, "password");
  if (password !== requiredField(form, "again"))
    return passwordPage({ link, alerts: ["The two passwords differ. Type the same one twice."] });
  try {
    const caller = { ...call.caller, module: ModuleName.Ui };
    await setPasswordByLink(call.context, caller, { link: new Secret(link), password: new Secret(password) });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PASSWORD_STRENGTH") throw error;
    return passwordPage({ link, alerts: (error.details ?? []).map(({ message }) => message) });
  }
  return passwordSetPage();
}
