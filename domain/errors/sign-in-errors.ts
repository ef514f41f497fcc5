import { errorDefinitions } from "./error-definition.ts";

/** Errors of sign-ins by chains, and of chains. */
export const signInErrors = errorDefinitions({
  invalid: {
    LOGOUT_INVALID:
      "Sign-out is not possible: the ID token, the application or the return address is unknown. Contact the administrator of the application.",
    SIGN_IN_ATTEMPT_OVER:
      "This sign-in has ended, or was started by another browser. Start over; a sign-in is open for ten minutes.",
    SIGN_IN_INTERACTIVE:
      "SIGN_IN_INTERACTIVE: Signing in requires more than a password. Start with POST /identity/sign-in/attempts, and answer each step.",
    ONE_TIME_CODE_WRONG: "Wrong one-time code. Check the clock of the device, and send the code that it shows now.",
    PASSKEY_UNFIT:
      "This passkey cannot be added for this address and user. Start over, and let the device verify its user.",
  },
  unauthenticated: {
    PROOF_REQUIRED:
      "PROOF_REQUIRED: This change requires a fresh proof of your identity. Call POST /v2/users({key})/prove with your own key and answer each step, or sign in again; then repeat the call.",
    CONSENT_REFUSED: "The user has not allowed the access that the application requests.",
  },
  conflict: {
    ENROLMENT_OVER:
      "No enrollment of this kind waits for confirmation. Start over; an enrollment is open for ten minutes.",
    PASSKEY_EXISTS: "This passkey was already added. Use it, or choose another device.",
    NO_PASSWORD_HERE: "You have no password that can be set here. Contact the help desk.",
    SIGN_IN_ATTEMPT_MOVED: "This step was already answered. Continue with the current step, or start over.",
    SAML_PROVIDER_EXISTS:
      "An identity provider with this ID already exists. Choose another ID, or change it with 'gatehouse saml provider update'.",
    SAML_PROVIDERS_MAX: "The limit of identity providers is reached. Delete one first.",
    CHAIN_EXISTS: "A chain with this name already exists. Choose another name, or change the existing chain.",
    CHAIN_BUILT_IN: "This chain is built in and cannot be deleted. Reset it to its default instead.",
    CHAIN_LOCKS_OUT:
      "After this change users could no longer sign in. Test it with 'gatehouse chain try', or set force to true to save it anyway.",
    CHAIN_NONE: "No authentication chain applies. Contact an administrator; 'gatehouse chain list' lists all chains.",
  },
  missing: {
    CONSENT_NONE: "The user has not allowed this application anything. See /v2/users({key})/consents.",
    CHAIN_NOT_STORED: "This chain has no saved version, so there is nothing to change or reset.",
    CHAIN_VERSION_UNKNOWN: "The chain has no version with this number. 'gatehouse chain versions' lists them.",
  },
});
