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
  status: oneOf(checkoutStatuses).shown("How far it has come by now."),
  expiresAt: time().optional().shown("When it is checked in by itself; null = it never was handed out."),
});

const reason = text().shown("Why.");

const disclosed = structure("DisclosedPassword", {
  content: shownOnce("content", "The password, or what the way of disclosure makes of it."),
  status: oneOf(["C", "U"]).shown("Whether the target has confirmed it (C), or it may be in force (U)."),
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
        description: "The code of a second person, in an emergency; null = it is none.",
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
      parameters: { minutes: integer().shown("By how many minutes."), reason },
      result: changed,
    }),
    revoke: action(revokeCheckout, { parameters: { reason }, result: changed }),
    review: action(reviewCheckout, {
      parameters: { review: text().shown("What the review has come to.") },
      result: changed,
    }),
    disclose: action(discloseCheckout, {
      givesSecret: true,
      parameters: {
        plugin: text().optional().shown("The way in which it is to be shown; null = the first that the policy allows."),
        code: text().optional().shown("The code of the second person who is present; null = none is needed."),
        heldAt: time().optional().shown("The moment whose password is wanted, for who manages it; null = that of now."),
      },
      result: structure("DisclosureToken", {
        key: guid().shown("The disclosure."),
        token: shownOnce(
          "token",
          "The token: it serves once, within 60 seconds, in this session and from this address.",
        ),
        expiresAt: time().shown("Until when it can be used."),
      }),
    }),
    reveal: action(revealCheckout, {
      givesSecret: true,
      parameters: { token: sealed().shown("The token of a disclosure.") },
      result: structure("Disclosed", {
        key: guid().shown("The disclosure."),
        how: oneOf(["display", "copy"]).shown("Whether it is to be shown, or to be copied without being shown."),
        passwords: {
          type: disclosed,
          collection: true,
          description: "The password, or each that may open the account while that is uncertain, the likeliest first.",
        },
        certain: flag().shown("Whether it is known that the one password opens the account."),
        endsAt: time().shown("When the check-out ends."),
      }),
    }),
    runCommand: action(runCheckoutCommand, {
      givesSecret: true,
      parameters: {
        command: text().shown("The name of a command that the policy lists."),
        code: text().optional().shown("The code of the second person who is present; null = none is needed."),
      },
      result: structure("RunCommand", {
        key: guid().shown("The disclosure as which it is recorded."),
        exitCode: integer().shown("The exit code of the command."),
        stdout: longText().shown("What it wrote."),
        stderr: longText().shown("What it wrote of errors."),
        cut: flag().shown("Whether it wrote more than 32 KiB of either, of which the beginning is given."),
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
