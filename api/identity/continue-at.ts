import type { Secret } from "#connectors/contract/index.ts";
import type { AttemptAim } from "#domain/chains/attempt-aims.ts";

import { forgottenPasswordPath } from "./forgotten-password-page.ts";
import { returnedPath } from "./returned-page.ts";
import { attemptParameter } from "./returning-browser.ts";
import { signInPath } from "./sign-in-page.ts";

/** The pages on which people sign in; each goes on with the sign-in whose handle stands behind it. */
const pages: Readonly<Record<AttemptAim, string>> = {
  code: `${signInPath}?${attemptParameter}=`,
  // A program has begun, and goes on itself with the handle; no page of ours has a form for it.
  tokens: `${returnedPath}?${attemptParameter}=`,
  browserSession: "/react/#/sign-in?attempt=",
  // Who is on the telephone is sent nowhere; a chain that does so all the same ends on the page that goes on with every one.
  identify: `${signInPath}?${attemptParameter}=`,
  // A provider that sends a browser back has begun outside of the session, so nobody goes on there either.
  prove: `${signInPath}?${attemptParameter}=`,
  newPassword: `${forgottenPasswordPath}?${attemptParameter}=`,
};

/** The path of the page on which a browser goes on with a sign-in when it comes back from elsewhere. */
export function continueAt(aim: AttemptAim, handle: Secret): string {
  return pages[aim] + handle.use(encodeURIComponent);
}
