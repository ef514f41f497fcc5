import { Secret } from "#connectors/contract/index.ts";
import { passwordLinkField } from "#domain/identity/password-link.ts";
import { ModuleName } from "#domain/module-name.ts";
import { openPasswordsLink } from "#operations/mass-resets/open-delivery-link.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { type Form, requiredField } from "./client-credentials.ts";
import { languageOf } from "./language.ts";
import { passwordsLinkPage, shownPasswordsPage } from "./passwords-page.ts";

/** Answers the opening of a link with a page that has a button. Only the button uses the link up. */
export function answerPasswordsLink(call: RouteCall): Promise<RouteAnswer> {
  const link = new URLSearchParams(call.query).get(passwordLinkField) ?? "";
  return Promise.resolve(passwordsLinkPage(link, languageOf(call)));
}

/** Answers the button of that page with the passwords. */
export async function answerShowPasswords(call: RouteCall): Promise<RouteAnswer> {
  const link = new Secret(requiredField(call.body as Form, passwordLinkField));
  const caller = { ...call.caller, module: ModuleName.Ui };
  return shownPasswordsPage(await openPasswordsLink(call.context, caller, { link }), languageOf(call));
}
