import { connectorCallMs } from "./limits.ts";

/** Largest number of minutes of a check-out, regardless of the policy; a week. */
export const checkoutMinutesMax = 10_080;
/** Largest number of people who may have the password of an account at once, regardless of the policy. */
export const checkoutConcurrencyMax = 100;
/** Largest number of extensions of one check-out, regardless of the policy. */
export const checkoutExtensionsMax = 50;
/** Check-outs that a policy may allow one person on one day. */
export const checkoutsPerDayMax = 10_000;
/** Largest number of minutes before its end at which a holder is warned; a day. */
export const checkoutWarningMinutesMax = 1440;
/** Characters of the reason for a check-out, its extension or its revocation. */
export const checkoutReasonMaxCharacters = 400;
/** Characters of the number of a ticket. */
export const ticketMaxCharacters = 100;
/** Ways of disclosure that a policy names. */
export const disclosurePluginsMax = 10;
/** Milliseconds for which the token of a disclosure can be used. */
export const disclosureTokenMs = 60_000;
/** Milliseconds for which a second-person code can be used. */
export const vouchingCodeMs = 600_000;
/** Milliseconds between two checks of a check-out that waits for its turn, or for the change of its password. */
export const checkoutLookMs = 5_000;
/** Milliseconds after a failed change until the next one is started. */
export const checkoutChangeAgainMs = 60_000;
/** Milliseconds between two checks that holders may still have their passwords. */
export const checkoutKeeperMs = 1_000;
/** Check-outs that one check of the keeper covers. */
export const checkoutKeeperPage = 500;
/** Largest number of rights that a managed system policy gives. */
export const checkoutRightsMax = 200;
/** New holders of a right whom a notice names; the others are counted. */
export const namedHoldersMax = 5;
/** Superusers and managers who are notified of something. */
export const checkoutToldMax = 200;
/** Managed accounts that a report names for each reason. */
export const reportedAccountsMax = 1000;
/** Way of disclosure by which a proxy runs a listed command with the password, which no one sees. */
export const commandWay = "ssh-command";
/** Commands that a managed system policy lists. */
export const listedCommandsMax = 100;
/** Characters of the name of a listed command. */
export const commandNameMaxCharacters = 60;
/** Characters of a listed command. */
export const commandLineMaxCharacters = 1000;
/** Bytes of each of the two outputs of a command that are returned. */
export const commandOutputBytesMax = 32_768;
/** Milliseconds that a caller waits for the answer of a command: the call of its connector, and the way there and back. */
export const commandRunMs = connectorCallMs + 15_000;
/** Only way of disclosure for earlier passwords. */
export const oldPasswordWay = "display";
