import { errorDefinitions } from "./error-definition.ts";

/** What can be wrong with signing in by chains, and with chains. */
export const signInErrors = errorDefinitions({
  invalid: {
    LOGOUT_INVALID:
      "Signing out is not possible like this: the ID token, the application or the address to return to is not known here. Tell those who run the application.",
    SIGN_IN_ATTEMPT_OVER:
      "This sign-in is over, or was begun by another browser. Begin again; each is open for ten minutes.",
    SIGN_IN_INTERACTIVE:
      "SIGN_IN_INTERACTIVE: signing in here takes more than a password. Begin with POST /identity/sign-in/attempts, and answer what it asks.",
  },
  unauthenticated: {
    CONSENT_REFUSED: "The user has not agreed to what the application asks for.",
  },
  conflict: {
    SIGN_IN_ATTEMPT_MOVED: "This step was answered already. Go on with what was asked next, or begin again.",
    CHAIN_NONE: "No authentication chain is for this. Ask an administrator; 'gatehouse chain list' shows all.",
  },
  missing: {
    CONSENT_NONE: "The user has agreed to nothing for this application. Look at /v2/users({key})/consents.",
    CHAIN_VERSION_UNKNOWN: "The chain has no version of this number. 'gatehouse chain versions' lists them.",
  },
});
