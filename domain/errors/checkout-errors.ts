import { errorDefinitions } from "./error-definition.ts";

/** Errors of check-outs of privileged passwords, and of their disclosures. */
export const checkoutErrors = errorDefinitions({
  invalid: {
    CHECKOUT_MINUTES: "The policy of the account allows fewer minutes. Request fewer.",
    CHECKOUT_REASON_MISSING: "A reason is required. Give it in reason.",
    TICKET_MISSING: "The policy of the account requires a ticket number. Give it in ticket, at POST /v2/checkouts.",
    TICKET_REFUSED: "The ticket does not allow this.",
    CHECKOUT_RIGHT_MISSING:
      "The recipient does not have the permission under the policy of this account. Contact an administrator.",
    CHECKOUT_CLASS_UNFIT:
      "A permission can be given only to a user class with stored members. 'gatehouse user class list' lists the classes.",
    ACCOUNT_NOT_MANAGED:
      "The password of this account is not managed, so it cannot be checked out. Choose another account.",
    DISCLOSURE_UNFIT:
      "The policy of the account does not allow this way of disclosure. Choose one of its disclosurePlugins.",
    DISCLOSURE_UNKNOWN: "No plug-in of the kind disclosure has this name.",
    TICKET_PLUGIN_UNKNOWN: "No plug-in of the kind ticketCheck has this name. Add it to PLUGIN_FOLDER first.",
    COMMAND_UNFIT: "The policy of the account does not list this command. Choose a listed one.",
    VOUCHING_MISSING:
      "A second-person code is required. Another person creates one by POST /v2/managedAccounts({key})/vouch.",
  },
  forbidden: {
    DISCLOSURE_TOKEN_INVALID:
      "The token is invalid or expired: it can be used once, within 60 seconds, from the session and address that requested it. Request a new one.",
    VOUCHING_INVALID:
      "The second-person code is invalid or expired: it can be used once, within ten minutes, for its account, and not by its creator.",
  },
  conflict: {
    CHECKOUT_NOT_FREE: "The password is not available right now.",
    CHECKOUT_OPEN: "You already have a check-out of this account. Use it, or check it in first.",
    CHECKOUT_NOT_OUT: "The check-out is not active. Request a new one.",
    CHECKOUT_EXTENSION: "The check-out cannot be extended.",
    CHECKOUTS_PER_DAY:
      "You have reached your daily limit of check-outs for this policy. Try again tomorrow, or contact an administrator.",
    CHECKOUT_NOT_REVIEWED:
      "There is nothing to review: the check-out was no emergency access, has not ended, or was reviewed already.",
    CHECKOUT_OWN_REVIEW: "Emergency access must be reviewed by someone who was not involved.",
    CHECKOUT_RIGHT_EXISTS: "The members of this class already have this permission.",
    CHECKOUT_UNCERTAIN:
      "The password of the account is uncertain, so no command can be run with it. Try again when the password is confirmed.",
    COMMAND_RUNS: "A command of this check-out is running. Wait until it ends.",
    COMMAND_EXISTS: "The policy already lists a command with this name. Remove it first.",
  },
  refusedByTarget: {
    COMMAND_FAILED: "The command returned no answer.",
  },
  missing: {
    COMMAND_UNKNOWN: "The policy lists no command with this name. 'gatehouse managed policy commands' lists them.",
    CHECKOUT_RIGHT_UNKNOWN:
      "The members of this class do not have this permission. 'gatehouse managed policy rights' lists the permissions.",
  },
});
