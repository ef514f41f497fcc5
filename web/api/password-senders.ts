import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";

/** Path of the set of password senders. */
export const passwordSendersPath = pathOf("passwordSenders");

/** Parts of a password sender that pages read: all of them, and whether the reader can revoke it. */
export const senderSelect = withActions(["revoke"]);
