import { errorDefinitions } from "./error-definition.ts";

/** Errors of sign-ins by chains, and of chains. */
export const signInErrors = errorDefinitions({
  invalid: {
    LOGOUT_INVALID:
      "Signing out is not possible like this: the ID token, the application or the address to return to is not known here. Tell those who run the application.",
    SIGN_IN_ATTEMPT_OVER:
      "This sign-in is over, or was begun by another browser. Begin again; each is open for ten minutes.",
    SIGN_IN_INTERACTIVE:
      "SIGN_IN_INTERACTIVE: signing in here takes more than a password. Begin with POST /identity/sign-in/attempts, and answer what it asks.",
    ONE_TIME_CODE_WRONG:
      "This is not the code of now. Check the clock of the device, and send the code that it shows now.",
    PASSKEY_UNFIT:
      "This is no new passkey for this address and user. Begin again, and let the device make sure of its user.",
  },
  unauthenticated: {
    PROOF_REQUIRED:
      "PROOF_REQUIRED: this changes how people are known or who acts for them, so prove anew that it is you. Call POST /v2/users({key})/prove with your own key and answer what it asks, or sign in again; then repeat the call.",
    CONSENT_REFUSED: "The user has not agreed to what the application asks for.",
  },
  conflict: {
    ENROLMENT_OVER: "No enrolment of this kind waits for its confirmation; each is open for ten minutes. Begin again.",
    PASSKEY_EXISTS: "This passkey is enrolled already. Use it, or choose another device.",
    NO_PASSWORD_HERE: "You have no password that could be set here. Ask the help desk where yours is kept.",
    SIGN_IN_ATTEMPT_MOVED: "This step was answered already. Go on with what was asked next, or begin again.",
    SAML_PROVIDER_EXISTS:
      "There is an identity provider with this id. Choose another id, or change it with 'gatehouse saml provider update'.",
    SAML_PROVIDERS_MAX: "There are as many identity providers as there may be. Remove one first.",
    CHAIN_EXISTS: "There is a chain of this name. Choose another name, or change that one.",
    CHAIN_BUILT_IN: "Every installation has this chain, so it cannot be removed. Reset it to have its default again.",
    CHAIN_LOCKS_OUT:
      "After this change people could not sign in any more. Look at it with 'gatehouse chain try', or say force: true to do it all the same.",
    CHAIN_NONE: "No authentication chain is for this. Ask an administrator; 'gatehouse chain list' shows all.",
  },
  missing: {
    CONSENT_NONE: "The user has agreed to nothing for this application. Look at /v2/users({key})/consents.",
    CHAIN_NOT_STORED: "Nothing is stored under the name of this chain, so there is nothing to change or to reset.",
    CHAIN_VERSION_UNKNOWN: "The chain has no version of this number. 'gatehouse chain versions' lists them.",
  },
});
