import type { Authenticate } from "#operations/identity/engine/authenticate.ts";

/** Makes an authenticator that takes every caller for the same user, whatever the token. */
export function createAuthenticator(): Authenticate {
  const somebody = {
    kind: "user",
    key: "somebody",
    id: "somebody",
    superuser: true,
    sessid: "somebody",
    classes: [],
    scope: "api",
  } as const;
  return (_token, origin) => Promise.resolve({ ...origin, ...somebody });
}
