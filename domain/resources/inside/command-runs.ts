import { commandLineMaxCharacters } from "../../checkout-limits.ts";
import { guid, integer, longText, oneOf, sealed, text, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Listed commands that are being run with a checked-out password; a row exists as long as someone waits for the answer. */
export const commandRuns = resource("commandRuns", {
  class: "local",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    /** Key of the check-out, which runs one command at a time. */
    checkoutKey: guid(),
    targetSystemKey: text(),
    proxyServer: text(),
    /** Command line, as the policy listed it when it was requested. */
    command: text(commandLineMaxCharacters),
    /** ID of the call that waits for the answer. */
    requestId: text(),
    sends: integer().initially(0),
    sentAt: time().optional(),
    result: oneOf(["S", "F"]).optional(),
    errorCode: text().optional(),
    /** The target's own words about a failure. */
    message: longText().optional(),
    /** Output of the command, as JSON. */
    output: sealed().optional(),
    outcomeSignature: longText().optional(),
    expiresAt: time(),
  },
  indexes: [unique("notShared", "checkoutKey"), index("expiresAt")],
});
