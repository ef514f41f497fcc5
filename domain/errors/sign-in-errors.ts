import { errorDefinitions } from "./error-definition.ts";

/** What can be wrong with signing in by chains, and with chains. */
export const signInErrors = errorDefinitions({
  invalid: {
    SIGN_IN_ATTEMPT_OVER:
      "This sign-in is over, or was begun by another browser. Begin again; each is open for ten minutes.",
    SIGN_IN_INTERACTIVE:
      "Signing in here takes more than a password. Begin with POST /identity/sign-in/attempts, and answer what it asks.",
  },
  conflict: {
    SIGN_IN_ATTEMPT_MOVED: "This step was answered already. Go on with what was asked next, or begin again.",
    SAML_PROVIDER_EXISTS:
      "There is an identity provider with this id. Choose another id, or change it with 'gatehouse saml provider update'.",
    SAML_PROVIDERS_MAX: "There are as many identity providers as there may be. Remove one first.",
    CHAIN_NONE: "No authentication chain is for this. Ask an administrator; 'gatehouse chain list' shows all.",
  },
  missing: {
    CHAIN_VERSION_UNKNOWN: "The chain has no version of this number. 'gatehouse chain versions' lists them.",
  },
});
