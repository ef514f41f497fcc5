import { checkoutStatuses } from "#domain/checkouts/checkout-status.ts";
import { checkouts as resource } from "#domain/resources/checkouts.ts";
import { flag, guid, integer, longText, oneOf, sealed, text, time } from "#domain/resources/format/builders.ts";
import { askCheckout } from "#operations/checkouts/ask-checkout.ts";
import {
  checkInCheckout,
  extendCheckout,
  reviewCheckout,
  revokeCheckout,
} from "#operations/checkouts/change-checkouts.ts";
import { discloseCheckout } from "#operations/checkouts/disclose.ts";
import { revealCheckout } from "#operations/checkouts/reveal.ts";
import { runCheckoutCommand } from "#operations/checkouts/run-command.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { shownOnce } from "./shown-once.ts";

const changed = structure("CheckoutState", {
  key: guid().shown("The check-out."),
  status: oneOf(checkoutStatuses).shown("Status of the check-out."),
  expiresAt: time().optional().shown("Time of the automatic check-in; null if the password was never checked out."),
});

const reason = text().shown("Reason for the action.");

const disclosed = structure("DisclosedPassword", {
  content: shownOnce("content", "The password, or what the way of disclosure makes of it."),
  status: oneOf(["C", "U"]).shown("Status of the password: confirmed by the target system (C), or uncertain (U)."),
});

/** Check-outs of privileged passwords: requested, checked out, disclosed, checked in. */
export const checkouts = resourceSet(resource, {
  create: {
    ...verb(askCheckout),
    status: 201,
    parameters: {
      code: {
        type: "Edm.String",
        nullable: true,
        description: "Second-person code for emergency access; null for none.",
      },
    },
    example: {
      managedAccountKey: "0d7c0f4e-0000-4000-8000-000000000001",
      reason: "replace the certificate",
      ticket: null,
      minutes: 60,
      startAt: null,
      code: null,
    },
  },
  properties: { minutes: { nullable: true }, ticket: { nullable: true } },
  actions: {
    checkIn: action(checkInCheckout, { result: changed }),
    extend: action(extendCheckout, {
      parameters: { minutes: integer().shown("Minutes of the extension."), reason },
      result: changed,
    }),
    revoke: action(revokeCheckout, { parameters: { reason }, result: changed }),
    review: action(reviewCheckout, {
      parameters: { review: text().shown("Result of the review.") },
      result: changed,
    }),
    disclose: action(discloseCheckout, {
      givesSecret: true,
      parameters: {
        plugin: text().optional().shown("Method of the disclosure; null for the first that the policy allows."),
        code: text().optional().shown("Second-person code; null if none is needed."),
        heldAt: time()
          .optional()
          .shown("Time of an earlier password, for its managers; null for the current password."),
      },
      result: structure("DisclosureToken", {
        key: guid().shown("The disclosure."),
        token: shownOnce(
          "token",
          "The token: it serves once, within 60 seconds, in this session and from this address.",
        ),
        expiresAt: time().shown("Time at which the token expires."),
      }),
    }),
    reveal: action(revealCheckout, {
      givesSecret: true,
      parameters: { token: sealed().shown("The token of a disclosure.") },
      result: structure("Disclosed", {
        key: guid().shown("The disclosure."),
        how: oneOf(["display", "copy"]).shown("Presentation of the password: shown, or copied without being shown."),
        passwords: {
          type: disclosed,
          collection: true,
          description: "The password, or each that may open the account while that is uncertain, the likeliest first.",
        },
        certain: flag().shown("True if the only password is known to be the current one."),
        endsAt: time().shown("End of the check-out."),
      }),
    }),
    runCommand: action(runCheckoutCommand, {
      givesSecret: true,
      parameters: {
        command: text().shown("The name of a command that the policy lists."),
        code: text().optional().shown("Second-person code; null if none is needed."),
      },
      result: structure("RunCommand", {
        key: guid().shown("The disclosure as which it is recorded."),
        exitCode: integer().shown("The exit code of the command."),
        stdout: longText().shown("Standard output of the command."),
        stderr: longText().shown("Standard error of the command."),
        cut: flag().shown("True if one of them has more than 32 KiB, of which only the beginning is returned."),
      }),
    }),
  },
  ways: {
    commands: { contained: { usualOrder: ["name"] } },
    user: { linked: "people" },
    managedAccount: "linked",
    disclosures: { contained: { usualOrder: ["createdAt"] } },
  },
});
