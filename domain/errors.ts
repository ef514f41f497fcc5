import { accessErrors } from "./errors/access-errors.ts";
import { analysisErrors } from "./errors/analysis-errors.ts";
import { availabilityErrors } from "./errors/availability-errors.ts";
import { checkoutErrors } from "./errors/checkout-errors.ts";
import { configurationErrors } from "./errors/configuration-errors.ts";
import { delegationErrors } from "./errors/delegation-errors.ts";
import { deliveryErrors } from "./errors/delivery-errors.ts";
import { discoveryErrors } from "./errors/discovery-errors.ts";
import { enforcementErrors } from "./errors/enforcement-errors.ts";
import { errorDefinitions, type ErrorKind } from "./errors/error-definition.ts";
import { managedAccountErrors } from "./errors/managed-account-errors.ts";
import { massResetErrors } from "./errors/mass-reset-errors.ts";
import { nodeErrors } from "./errors/node-errors.ts";
import { peopleErrors } from "./errors/people-errors.ts";
import { queryErrors } from "./errors/query-errors.ts";
import { roleErrors } from "./errors/role-errors.ts";
import { signInErrors } from "./errors/sign-in-errors.ts";
import { sodErrors } from "./errors/sod-errors.ts";
import { taskErrors } from "./errors/task-errors.ts";
import { templateErrors } from "./errors/template-errors.ts";
import { ticketErrors } from "./errors/ticket-errors.ts";

/** Errors that belong to no single part of the service. */
const otherErrors = errorDefinitions({
  invalid: {
    INPUT_INVALID: "Some fields are invalid. Each detail names a field and its rule.",
    BODY_INVALID: "The body must be one well-formed JSON object in UTF-8. Correct it and send it again.",
    FIELD_UNKNOWN: "Unknown field. Check its name or remove it.",
    KEY_REQUIRED: "This method needs a key in the address, such as /accounts({key}).",
    KEY_INVALID: "The key in the address must be a guid, or a string in single quotes.",
    HEADER_INVALID: "Invalid request header. Correct it and send it again.",
    ADDRESS_INVALID: "The address of the request is not well-formed. Check its segments, quotes and percent codes.",
    IDEMPOTENCY_KEY_REUSED: "This key was used for another call within the last 24 hours. Use a new key for each call.",
    RECIPIENT_UNKNOWN: "No user has this recipientKey. Look the key up under /v2/users.",
    RECIPIENT_UNFIT: "The recipient is disabled. Enable the user first.",
    REASON_REQUIRED: "This phase requires a reason. Give it in comment.",
    START_IN_PAST: "startAt must be in the future and before the request expires. Omit it to start at once.",
    OPERATION_CODE_UNKNOWN: "Unknown operation code. The details list the known codes.",
    OPERATION_FIELD_MISSING: "A field that this operation code requires is missing. Add it and submit again.",
    OPERATION_FIELD_UNFIT: "This operation code does not have this field. Remove it.",
    OPERATION_DUPLICATE: "Duplicate operation. Remove one of them.",
    ACCOUNT_UNKNOWN: "No account of this target system has this accountKey. Look the key up under /v2/accounts.",
    GROUP_UNKNOWN: "No group of this target system has this groupKey. Look the key up under /v2/groups.",
    TARGET_UNKNOWN: "No target system has this key. Look the key up under /v2/targetSystems.",
    TARGET_DISABLED: "This target system is disabled. Enable it before you request anything on it.",
    CAPABILITY_MISSING: "The connector of this target system does not support this operation. Remove the operation.",
    TARGET_WITHOUT_PROXY: "No proxy serves this target system. Enroll a proxy or set proxyServers.",
    LIMIT_EXCEEDED: "The request exceeds a limit of the service. Reduce its size.",
    BATCH_UNKNOWN: "X-BATCH-ID must be the key or the number of a request or mass reset that you may read.",
    VAULT_EXPORT_REFUSED: "The vault export cannot be created or opened. See docs/vault.md.",
    POLICY_INVALID: "The policy is invalid. The details name line, column and rule.",
    CHAIN_INVALID: "The authentication chain is invalid. The details name each place and its rule.",
    GRANT_UNSUPPORTED: "This client cannot use this grant type.",
    SCOPE_INVALID: "This client and grant type cannot have this scope. Request fewer scopes, or omit scope.",
    AUTHORIZATION_INVALID:
      "Sign-in is not possible: the application or its return address is not registered. Contact the administrator of the application.",
    SIGN_IN_PAGE_EXPIRED:
      "This sign-in page has expired or was used before. Go back to the application and sign in again.",
    CLIENT_UNFIT: "Invalid client registration. Each detail names a rule.",
    AUTHORIZER_UNFIT: "Authorizers must be existing, enabled users. Choose other users.",
    OPERATION_UNKNOWN: "The request has no such operation that can be changed. Check its operations.",
    QUESTION_UNKNOWN: "The request has no question with this key. Check its comments.",
    PHASE_UNKNOWN: "There is no phase with this number. Check the phases.",
    NOT_ACCEPTABLE: "This address supports none of the media types in Accept or $format.",
  },
  unauthenticated: {
    TOKEN_MISSING: "This call needs an access token in the header 'Authorization: Bearer …'. Sign in first.",
    TOKEN_INVALID: "The access token is invalid, expired or revoked. Sign in again.",
    SESSION_INVALID: "The session has expired or ended. Sign in again.",
    INVALID_GRANT: "Invalid user name, password, code or token.",
    USER_LOCKED: "USER_LOCKED: The user is locked. Try again later, or contact an administrator.",
    USER_DISABLED: "USER_DISABLED: The user is disabled. Contact an administrator.",
    CLIENT_INVALID: "Unknown client or wrong client secret.",
    ERR_NOT_LOGGED_IN: "Not logged in: the call has neither a session key nor a user name. Log in first.",
    ERR_INVALID_SESSKEY: "The session key is unknown or expired, or the user name or password is invalid. Log in.",
    IDAPI_LOGIN_FAILED: "The user name or password is invalid or the user has insufficient privileges.",
    PROXY_TOKEN_INVALID: "The enrollment token is invalid, used or expired. Create a new one.",
    PROXY_SIGNATURE_INVALID:
      "The call has no signature of an enrolled proxy, host or node, or its signature is too old. Check the clock, or enroll the caller again.",
  },
  missing: {
    PAGES_MISSING: "The web UI is not built. Run 'npm run build:web' in the project, then reload the page.",
    CLIENT_UNKNOWN: "No client has this ID. 'gatehouse client list' lists the clients.",
    LEDGER_MISSING: "The request has no ledger: it was submitted before ledgers were introduced. See its audit events.",
    NOT_FOUND: "Not found. Check the path and the key.",
    VAULT_KEY_UNKNOWN: "The vault has no key with this ID. 'gatehouse vault status' lists the keys.",
    POLICY_UNKNOWN: "No call uses a policy with this name. 'gatehouse policy list' lists all names.",
    POLICY_VERSION_UNKNOWN: "The policy has no version with this number. 'gatehouse policy versions' lists them.",
  },
  conflict: {
    CLIENT_EXISTS: "A client with this ID already exists. Choose another ID, or change the existing client.",
    CLIENT_BUILT_IN:
      "This client is built in: the command line and the examples use it to sign in. Set enabled to false instead.",
    CLIENT_IN_USE:
      "This client has more sessions than can be ended at once. Set enabled to false, call revokeTokens until left is false, then delete the client.",
    POLICY_NOT_STORED: "This policy has its default and no saved version. Send an expression to save one.",
    POLICY_LOCKS_OUT:
      "This change removes your right to edit policies. Set force to true to save it anyway, or ask someone who keeps the right to save it.",
    NEXT_KEY_TOO_YOUNG:
      "The next key was published a moment ago, so others may not have it yet. Wait, or rotate with --now.",
    PROXY_VERSION_REFUSED:
      "Proxy and service use different versions of the protocol. Upgrade the service first, then its proxies.",
    VAULT_KEY_IN_USE:
      "The key is the current one, or still seals texts. Run 'gatehouse vault rotate-key', then remove it.",
    VAULT_PASSPHRASE_UNUSABLE:
      "The passphrase of the key ring is missing or cannot be used. Check the settings GATEHOUSE_KEY_RING_PASSPHRASE_….",
    ANSWER_NOT_KEPT:
      "The call with this key was completed, and its answer is no longer stored. Read the resources that it created or changed.",
    CONFLICT: "The resource changed. Reload it and try again.",
    PHASE_CLOSED: "This phase is not open, so it cannot be decided. Reload the phases.",
    ALREADY_DECIDED: "You already decided this phase. Withdraw your decision first (unapprove).",
    NOT_DECIDED: "You have no decision to withdraw in this phase. Reload the phases.",
    SENT_BACK: "The request was sent back to its requester. It can be decided after it is resubmitted.",
    NOT_SENT_BACK: "The request was not sent back, so it cannot be resubmitted. Reload the request.",
    NOT_EDITABLE:
      "The request cannot be edited now. Only a sent-back request, or one whose open phase allows edits, can be edited.",
    NOT_WAITING:
      "The request is not waiting for approval, so no authorizer can ask or be escalated. Add a comment instead.",
    OWNED_BY_NODE: "Another node owns this. Change it there.",
    REQUEST_FINAL: "The request is closed. Submit a new request.",
    REQUEST_OPEN:
      "The recipient already has an open request for the same thing. Wait for it, edit it, or cancel it first.",
    NOT_ON_HOLD: "The request is not on hold. Check its status.",
    NOT_CANCELLABLE:
      "The request is already in progress. It can be cancelled before its approval ends, or while it is scheduled.",
    STATUS_TRANSITION_INVALID: "The request cannot change from its current status to this one. Reload the request.",
    OUTCOME_REFUSED: "The outcome is rejected: the operation is closed, belongs to another proxy, or was sent again.",
    DEPENDENCY_FAILED: "A part of the batch that this one depends on failed, so this one was not run.",
  },
  forbidden: {
    FORBIDDEN: "You do not have permission. Contact an administrator.",
    NETWORK_REFUSED: "This address accepts no calls from your network. SOAP_NETWORKS lists the allowed networks.",
    SCOPE_INSUFFICIENT:
      "The access token lacks the scope that this call requires. Sign in again and request the scope 'api'.",
    CROSS_SITE:
      "A call with a browser session must come from the pages of this service, and send the X-CSRF-Token that GET /react/session returns.",
    SECRET_RIGHT_MISSING:
      "This change can send passwords of managed accounts elsewhere, which requires the permission preApproved under each of their policies. Ask a holder of that permission.",
    NOT_AN_AUTHORIZER: "Only an authorizer of this phase may decide it.",
    OPERATION_TYPE_UNKNOWN:
      "The type of operation under which this was accepted is no longer allowed, so it was stopped. Submit it again.",
  },
  methodNotAllowed: {
    METHOD_NOT_ALLOWED:
      "This address does not support this method. The header Allow lists the methods that it supports.",
  },
  preconditionFailed: {
    EXPECTATION_FAILED: "The request differs from expect; nothing was decided. Reload it and decide again.",
    EXPECTATION_MISSING:
      "The request was edited after it was submitted. Read it, and name what you approve in expect.operations, or send its version in If-Match.",
    VERSION_MISMATCH: "The resource does not have the version in If-Match. Reload it and try again.",
    REPEAT_TOO_LATE:
      "Repeatability-First-Sent is more than 24 hours ago, and answers are stored no longer. Check whether the call was completed, then send it with a new key.",
  },
  tooLarge: {
    BODY_TOO_LARGE: "The request body exceeds 1 MiB. Send less at once.",
    URL_TOO_LONG: "The address exceeds 8 KiB. Use fewer options.",
  },
  unsupportedMedia: {
    MEDIA_UNSUPPORTED:
      "The body must be uncompressed and of a media type that this address supports. Correct Content-Type.",
  },
  refusedByTarget: {
    PASSWORD_STRENGTH: "The password does not meet the password policy. Each detail names a rule.",
  },
  tooMany: {
    TOO_MANY: "Too many calls from your address. Retry after the time in Retry-After.",
    SELF_APPROVED_MAX:
      "You have reached the limit of automatically approved operations for 24 hours. Retry after the time in Retry-After, or ask an administrator to raise SELF_APPROVED_PER_DAY or to add authorizers.",
    REQUESTS_OPEN_MAX:
      "You have reached the limit of open requests. Cancel some, wait until they are decided, or ask an administrator to raise REQUESTS_OPEN_PER_PERSON.",
  },
  notSupported: {
    NOT_SUPPORTED: "This is not supported yet.",
  },
  unavailable: {
    TOKENS_STALE: "Token revocations cannot be checked right now. Retry after the time in Retry-After.",
  },
  internal: {
    WRITE_OUTSIDE_TRANSACTION: "A row was written outside of a transaction.",
    PROXY_MISCONFIGURED: "The proxy is not configured correctly. Its log says what is missing.",
    INTERNAL: "Internal error. Contact an administrator with this request ID.",
  },
});

/** Errors that the service can answer with, by code. */
export const errors = {
  ...availabilityErrors,
  ...checkoutErrors,
  ...configurationErrors,
  ...accessErrors,
  ...delegationErrors,
  ...deliveryErrors,
  ...discoveryErrors,
  ...managedAccountErrors,
  ...massResetErrors,
  ...nodeErrors,
  ...peopleErrors,
  ...ticketErrors,
  ...queryErrors,
  ...signInErrors,
  ...sodErrors,
  ...taskErrors,
  ...enforcementErrors,
  ...roleErrors,
  ...templateErrors,
  ...analysisErrors,
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
