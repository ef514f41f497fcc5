import type { Secret } from "#connectors/contract/index.ts";
import type { AttemptAim } from "#domain/chains/attempt-aims.ts";

import { forgottenPasswordPath } from "./forgotten-password-page.ts";
import { returnedPath } from "./returned-page.ts";
import { attemptParameter } from "./returning-browser.ts";
import { signInPath } from "./sign-in-page.ts";

/** Pages on which users sign in; each continues the sign-in whose handle stands behind it. */
const pages: Readonly<Record<AttemptAim, string>> = {
  code: `${signInPath}?${attemptParameter}=`,
  // A program has begun, and continues itself with the handle; no page of ours has a form for it.
  tokens: `${returnedPath}?${attemptParameter}=`,
  browserSession: "/react/#/sign-in?attempt=",
  // A caller on the telephone is not redirected. A chain that redirects all the same ends on the page that continues every sign-in.
  identify: `${signInPath}?${attemptParameter}=`,
  // A browser that a provider sends back has begun outside of the session, so it does not continue there either.
  prove: `${signInPath}?${attemptParameter}=`,
  newPassword: `${forgottenPasswordPath}?${attemptParameter}=`,
};

/** Returns the path of the page on which a browser continues a sign-in when it comes back from elsewhere. */
export function continueAt(aim: AttemptAim, handle: Secret): string {
  return pages[aim] + handle.use(encodeURIComponent);
}
