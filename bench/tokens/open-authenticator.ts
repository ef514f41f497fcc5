import type { Authenticate } from "#operations/identity/authenticate.ts";

/** Makes an authenticator that takes everybody for the same user, whatever the token. */
export function createAuthenticator(): Authenticate {
  const somebody = {
    kind: "user",
    key: "somebody",
    id: "somebody",
    superuser: true,
    classes: [],
    scope: "api",
  } as const;
  return (_token, stranger) => Promise.resolve({ ...stranger, ...somebody });
}
