import { availabilityErrors } from "./errors/availability-errors.ts";
import { checkoutErrors } from "./errors/checkout-errors.ts";
import { configurationErrors } from "./errors/configuration-errors.ts";
import { delegationErrors } from "./errors/delegation-errors.ts";
import { discoveryErrors } from "./errors/discovery-errors.ts";
import { errorDefinitions, type ErrorKind } from "./errors/error-definition.ts";
import { managedAccountErrors } from "./errors/managed-account-errors.ts";
import { peopleErrors } from "./errors/people-errors.ts";
import { queryErrors } from "./errors/query-errors.ts";
import { signInErrors } from "./errors/sign-in-errors.ts";

/** Errors that belong to no single part of the service. */
const otherErrors = errorDefinitions({
  invalid: {
    INPUT_INVALID: "The input does not fit; each detail names a field and its rule. Correct them and send it again.",
    BODY_INVALID: "The body must be one well-formed JSON object in UTF-8. Correct it and send it again.",
    FIELD_UNKNOWN: "This field is not known here. Leave it out, or correct its name.",
    KEY_REQUIRED: "This method needs a key in the address, such as /accounts({key}).",
    KEY_INVALID: "The key in the address must be a guid, or a string in single quotes.",
    HEADER_INVALID: "A request header does not fit its rule. Correct it and send it again.",
    ADDRESS_INVALID: "The address of the request is not well-formed. Check its segments, quotes and percent codes.",
    IDEMPOTENCY_KEY_REUSED:
      "This key was given to another call within the last 24 hours. Give each call a key of its own.",
    RECIPIENT_UNKNOWN: "No user has this recipientKey. Look the key up under /v2/users.",
    RECIPIENT_UNFIT: "Nothing may be requested for a disabled user. Enable the user first.",
    REASON_REQUIRED: "This phase asks for a reason. Say in comment why you decide so.",
    START_IN_PAST: "startAt must lie in the future and before the request expires. Leave it out to start at once.",
    OPERATION_CODE_UNKNOWN: "This operation code is not known. The details list the known ones.",
    OPERATION_FIELD_MISSING: "This operation code needs a field that is missing. Add it and submit again.",
    OPERATION_FIELD_UNFIT: "This operation code takes no such field. Leave it out.",
    OPERATION_DUPLICATE: "The same operation occurs twice in one request. Leave one of them out.",
    ACCOUNT_UNKNOWN: "No account of this target system has this accountKey. Look the key up under /v2/accounts.",
    GROUP_UNKNOWN: "No group of this target system has this groupKey. Look the key up under /v2/groups.",
    TARGET_UNKNOWN: "No target system has this key. Look the key up under /v2/targetSystems.",
    TARGET_DISABLED: "This target system is disabled. Enable it before anything is requested on it.",
    CAPABILITY_MISSING: "The connector of this target system cannot do this operation. Leave the operation out.",
    TARGET_WITHOUT_PROXY: "No enrolled proxy serves this target system. Enrol one, or name it in proxyServers.",
    LIMIT_EXCEEDED: "The request exceeds a limit of the service. Ask for less.",
    BATCH_UNKNOWN: "X-BATCH-ID must be the key or the number of a request or mass reset that you may read.",
    VAULT_EXPORT_REFUSED: "The export of the vault cannot be made or opened like this. Look at docs/vault.md.",
    POLICY_INVALID: "The policy cannot be used. The details name line, column and rule.",
    CHAIN_INVALID: "The authentication chain cannot be used. The details name each place and its rule.",
    GRANT_UNSUPPORTED: "This grant type is not open to this client.",
    SCOPE_INVALID: "This scope is not open to this client and grant type. Ask for less, or leave scope out.",
    AUTHORIZATION_INVALID:
      "This sign-in cannot begin: the application or its return address is not registered here. Tell those who run it.",
    SIGN_IN_PAGE_EXPIRED:
      "This sign-in page has expired or was used before. Go back to the application and sign in again.",
    CLIENT_UNFIT: "The client cannot be registered like this; each detail names a rule. Correct it and try again.",
    AUTHORIZER_UNFIT: "A request can be given to users alone who exist and are not disabled. Name others.",
    OPERATION_UNKNOWN: "The request has no such operation that could be changed. Look at its operations.",
    QUESTION_UNKNOWN: "The request has no question of this key. Look at its comments.",
    PHASE_UNKNOWN: "The request has no phase of this number. Look at its phases.",
    NOT_ACCEPTABLE: "This address does not answer in any media type that Accept or $format names.",
  },
  unauthenticated: {
    TOKEN_MISSING: "This call needs an access token in the header 'Authorization: Bearer …'. Sign in first.",
    TOKEN_INVALID: "The access token is not valid, has expired or was revoked. Sign in again.",
    SESSION_INVALID: "The session is not known, was not used for too long, or has ended. Sign in again.",
    INVALID_GRANT: "The grant is not valid: wrong user name or password, or a code or token that is not usable.",
    USER_LOCKED: "USER_LOCKED: the user is locked. Wait until the lock is over, or ask for it to be lifted.",
    USER_DISABLED: "USER_DISABLED: the user is disabled. Ask an administrator to enable the user.",
    CLIENT_INVALID: "The client is not known, or its secret is wrong.",
    ERR_NOT_LOGGED_IN: "Nobody is logged in: the call holds neither a session key nor a user name. Log in first.",
    ERR_INVALID_SESSKEY:
      "The session key is not known, was not used for too long or has ended; or the user name or password is invalid. Log in.",
    IDAPI_LOGIN_FAILED: "The user name or password is invalid or the user has insufficient privileges.",
    PROXY_TOKEN_INVALID: "The enrolment token is not valid, was used before or has expired. Ask for a new one.",
    PROXY_SIGNATURE_INVALID:
      "The call is not signed by an enrolled proxy, or its signature is too old. Check the clock, or enrol again.",
  },
  missing: {
    PAGES_MISSING:
      "The pages of the web UI are not built. Run 'npm run build:web' in the project, then load the page again.",
    CLIENT_UNKNOWN: "There is no client with this id. 'gatehouse client list' shows them.",
    LEDGER_MISSING: "The request has no ledger: it was submitted before there were any. Its audit rows tell of it.",
    NOT_FOUND: "There is nothing under this address. Check the path and the key.",
    VAULT_KEY_UNKNOWN: "The vault has no key of this id. 'gatehouse vault status' shows all ids.",
    POLICY_UNKNOWN: "Nothing asks a policy of this name. 'gatehouse policy list' shows all names.",
    POLICY_VERSION_UNKNOWN: "The policy has no version of this number. 'gatehouse policy versions' lists them.",
  },
  conflict: {
    CLIENT_EXISTS: "There is a client with this id. Choose another id, or change that one.",
    CLIENT_BUILT_IN:
      "This client belongs to the service: the command line and the examples sign in by it. Set enabled to false instead.",
    CLIENT_IN_USE:
      "More sessions were begun with this client than end at once. Set enabled to false, call revokeTokens until left is false, then remove it.",
    POLICY_NOT_STORED: "Nothing is stored for this policy: its default is in force. Give an expression to store one.",
    POLICY_LOCKS_OUT:
      "After this change you could not change policies any more. Say force: true to do it all the same, or have somebody do it who keeps the right.",
    NEXT_KEY_TOO_YOUNG:
      "The next key was published a moment ago, so others may not know it yet. Wait, or rotate with --now.",
    PROXY_VERSION_REFUSED:
      "Proxy and service do not speak the same protocol. Upgrade the service first, then its proxies.",
    VAULT_KEY_IN_USE:
      "The key is the current one, or texts are sealed with it. Run 'gatehouse vault rotate-key', then remove it.",
    VAULT_PASSPHRASE_UNUSABLE:
      "The passphrase of the key ring is missing or cannot be used. Look at the settings GATEHOUSE_KEY_RING_PASSPHRASE_….",
    ANSWER_NOT_KEPT:
      "The call with this key was carried out, and its answer is kept no longer. Read what it has made or changed.",
    CONFLICT: "The state changed meanwhile. Read it again, then decide whether to repeat the call.",
    PHASE_CLOSED: "This phase is not open; only the open phase of a request can be decided. Read the request again.",
    ALREADY_DECIDED:
      "This authorizer has decided this phase already; a decision is given once. Take it back first (unapprove) to decide otherwise.",
    NOT_DECIDED:
      "You have said nothing in this phase that counts, so there is nothing to take back. Read the request again.",
    SENT_BACK: "The request was sent back to its requester. It can be decided again once they have resubmitted it.",
    NOT_SENT_BACK: "The request was not sent back, so there is nothing to resubmit. Read it again.",
    NOT_EDITABLE:
      "A request that waits is changed by its requester after it was sent back, or by those who decide its open phase where that phase allows it.",
    NOT_WAITING: "The request does not wait for authorization, so nobody is asked about it. Leave a comment instead.",
    REQUEST_FINAL: "The request is closed and changes no more. Submit a new one.",
    REQUEST_OPEN: "A request for the same thing and the same person is open. Wait for it, edit it, or cancel it first.",
    NOT_ON_HOLD: "The request is not on hold, so there is nothing to decide about that. Look at its status.",
    NOT_CANCELLABLE:
      "A request can be cancelled before its authorization ends, or while it is scheduled; this one has begun.",
    STATUS_TRANSITION_INVALID: "A request in this status cannot go there. Read the request again.",
    OUTCOME_REFUSED:
      "The outcome is refused: the operation is closed, belongs to another proxy, or was sent again since.",
    DEPENDENCY_FAILED: "A part of the batch that this one depends on failed, so it was not tried.",
  },
  forbidden: {
    FORBIDDEN: "A policy does not allow this call. Ask an administrator for the right.",
    NETWORK_REFUSED: "This address takes no calls from your network. SOAP_NETWORKS names the networks that may call.",
    SCOPE_INSUFFICIENT:
      "The access token lacks the scope that this call needs. Sign in again and ask for the scope 'api'.",
    CROSS_SITE:
      "A call with the session of a browser must come from the pages of this service, and bear in X-CSRF-Token what GET /react/session gives.",
    SECRET_RIGHT_MISSING:
      "This would send passwords of managed accounts elsewhere, which needs the right preApproved under each of their policies. Leave it to a holder of that right.",
    NOT_AN_AUTHORIZER: "Only an authorizer of this phase may decide it.",
    OPERATION_TYPE_UNKNOWN:
      "What this belongs to was accepted as a type of operation that is not allowed any more, so nothing more is done. Submit it anew.",
  },
  methodNotAllowed: {
    METHOD_NOT_ALLOWED: "This address does not take this method. The header Allow lists those it takes.",
  },
  preconditionFailed: {
    EXPECTATION_FAILED:
      "The request is not what expect says; nothing was decided. Read it again and decide on what it is now.",
    EXPECTATION_MISSING:
      "The request was edited after it was submitted. Read it, and name what you approve in expect.operations, or its version in If-Match.",
    VERSION_MISMATCH:
      "The entity is not at the version that If-Match names. Read it again, then decide whether to repeat.",
    REPEAT_TOO_LATE:
      "Repeatability-First-Sent lies more than 24 hours back, and answers are kept no longer. Look whether the call was carried out, then send it with a new key.",
  },
  tooLarge: {
    BODY_TOO_LARGE: "A body may hold at most 1 MiB. Send less at once.",
    URL_TOO_LONG: "An address may hold at most 8 KiB. Ask with fewer options.",
  },
  unsupportedMedia: {
    MEDIA_UNSUPPORTED:
      "A body must be uncompressed and of the media type that this address takes. Correct Content-Type.",
  },
  refusedByTarget: {
    PASSWORD_STRENGTH: "The password does not fit the password policy. Each detail names a broken rule.",
  },
  tooMany: {
    TOO_MANY: "Too many calls from here. Wait as long as Retry-After says, then call again.",
    SELF_APPROVED_MAX:
      "This would be more than one person may submit within 24 hours of which nobody is asked. Wait as long as Retry-After says, or ask an administrator to raise SELF_APPROVED_PER_DAY or to name people who authorize it.",
    REQUESTS_OPEN_MAX:
      "You have as many open requests as one person may have. Cancel some or wait until they are decided, or ask an administrator to raise REQUESTS_OPEN_PER_PERSON.",
  },
  notSupported: {
    NOT_SUPPORTED: "This is known but not supported yet.",
  },
  unavailable: {
    TOKENS_STALE: "Revocations could not be checked of late, so no token is taken. Call again as Retry-After says.",
  },
  internal: {
    WRITE_OUTSIDE_TRANSACTION: "A row was to be written outside of a transaction.",
    PROXY_MISCONFIGURED: "The proxy is not set up rightly. Its log says what is missing.",
    INTERNAL: "The service failed. Its log holds more under this request id.",
  },
});

/** Errors that the service can answer with, by code. */
export const errors = {
  ...availabilityErrors,
  ...checkoutErrors,
  ...configurationErrors,
  ...delegationErrors,
  ...discoveryErrors,
  ...managedAccountErrors,
  ...peopleErrors,
  ...queryErrors,
  ...signInErrors,
  ...otherErrors,
};

/** Code of an error of the service. */
export type ErrorCode = keyof typeof errors;

/** One broken rule of several. */
export interface ErrorDetail {
  /** An error code, or the code of the rule. */
  readonly code: string;
  /** Public text. */
  readonly message: string;
  /** Path of the field, such as `operations/0/code`; empty for the whole. */
  readonly target: string;
}

/** Fields of an error beyond its row in the table. */
export interface ServiceErrorOptions {
  /** Text that replaces the table's; it names field, rule and way out too. */
  readonly message?: string | undefined;
  /** Path of the field at fault. */
  readonly target?: string | undefined;
  /** Entries, one per broken rule. */
  readonly details?: readonly ErrorDetail[] | undefined;
  /** Seconds of the header Retry-After, if the call may be repeated. */
  readonly retryAfterSeconds?: number | undefined;
  /** Text that is logged, never sent. */
  readonly detail?: string | undefined;
  /** Error that is logged, never sent. */
  readonly cause?: unknown;
}

/** An error that the service knows: its code decides kind and public text. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly target: string | undefined;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly detail: string | undefined;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.message ?? errors[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.kind = errors[code].kind;
    this.target = options.target;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.detail = options.detail;
  }
}
