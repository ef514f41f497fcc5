import { commandLineMaxCharacters } from "../../checkout-limits.ts";
import { guid, integer, longText, oneOf, sealed, text, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Listed commands that are being run with a password that is checked out; a row is there as long as somebody waits for the answer. */
export const commandRuns = resource("commandRuns", {
  class: "local",
  key: "key",
  properties: {
    key: guid(),
    /** One at a time is run for a check-out. */
    checkoutKey: guid(),
    targetSystemKey: text(),
    proxyServer: text(),
    /** The line, as the policy listed it when it was asked for. */
    command: text(commandLineMaxCharacters),
    /** The call that waits for the answer. */
    requestId: text(),
    sends: integer().initially(0),
    sentAt: time().optional(),
    result: oneOf(["S", "F"]).optional(),
    errorCode: text().optional(),
    /** The target's own words of a failure. */
    message: longText().optional(),
    /** What the command has written, as JSON. */
    output: sealed().optional(),
    outcomeSignature: longText().optional(),
    expiresAt: time(),
  },
  indexes: [unique("checkoutKey"), index("expiresAt")],
});
