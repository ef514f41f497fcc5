import { errorDefinitions } from "./error-definition.ts";

/** Errors of check-outs of privileged passwords, and of their disclosures. */
export const checkoutErrors = errorDefinitions({
  invalid: {
    CHECKOUT_MINUTES: "The policy of the account allows fewer minutes. Ask for fewer.",
    CHECKOUT_REASON_MISSING: "A password is checked out for a reason only. Say it in reason.",
    TICKET_MISSING:
      "The policy of the account asks for the number of a ticket. Give it in ticket, at POST /v2/checkouts.",
    TICKET_REFUSED: "The ticket does not allow it.",
    CHECKOUT_RIGHT_MISSING:
      "The recipient may not have passwords under the policy of this account. Ask an administrator for the right.",
    CHECKOUT_CLASS_UNFIT:
      "A right is given to a user class whose members are stored. Name one that 'gatehouse user class list' shows.",
    ACCOUNT_NOT_MANAGED:
      "The password of this account is not managed, so it cannot be checked out. Name another account.",
    DISCLOSURE_UNFIT:
      "The policy of the account does not allow this way of disclosure. Choose one of its disclosurePlugins.",
    DISCLOSURE_UNKNOWN: "There is no plug-in of the kind disclosure of this name.",
    TICKET_PLUGIN_UNKNOWN: "There is no plug-in of the kind ticketCheck of this name. Put it into PLUGIN_FOLDER first.",
    COMMAND_UNFIT: "The policy of the account does not list this command. Choose one that it lists.",
    VOUCHING_MISSING:
      "A second person has to stand for this. Ask one for a code by POST /v2/managedAccounts({key})/vouch.",
  },
  forbidden: {
    DISCLOSURE_TOKEN_INVALID:
      "The token opens nothing: it serves once, within 60 seconds, from the session and address that asked for it. Ask for another one.",
    VOUCHING_INVALID:
      "The code opens nothing: it serves once, within ten minutes, for this account, and not for who has made it.",
  },
  conflict: {
    CHECKOUT_NOT_FREE: "The password cannot be handed out now.",
    CHECKOUT_OPEN: "You have a check-out of this account already. Use that one, or return it first.",
    CHECKOUT_NOT_OUT: "It is not checked out (any more). Ask for another check-out.",
    CHECKOUT_EXTENSION: "It cannot be extended.",
    CHECKOUTS_PER_DAY:
      "As many as the policy of the account allows one person on one day. Try again tomorrow, or ask an administrator.",
    CHECKOUT_NOT_REVIEWED: "There is nothing to review: it was no emergency, is not over, or was reviewed already.",
    CHECKOUT_OWN_REVIEW: "An emergency is reviewed by another person than the two who have had part in it.",
    CHECKOUT_RIGHT_EXISTS: "The members of this class have this right already.",
    CHECKOUT_UNCERTAIN:
      "It is uncertain which password opens the account, so no command is run with it. Try again when its password is confirmed.",
    COMMAND_RUNS: "A command of this check-out is being run. Wait for its answer.",
    COMMAND_EXISTS: "The policy lists a command of this name already. Take it off the list first.",
  },
  refusedByTarget: {
    COMMAND_FAILED: "The command has given no answer.",
  },
  missing: {
    COMMAND_UNKNOWN:
      "The policy lists no command of this name. 'gatehouse managed policy commands' shows those that it does.",
    CHECKOUT_RIGHT_UNKNOWN:
      "The members of this class do not have this right. 'gatehouse managed policy rights' shows who does.",
  },
});
