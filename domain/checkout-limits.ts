import { connectorCallMs } from "./limits.ts";

/** Minutes for which a password may be checked out at most, whatever a policy says; a week. */
export const checkoutMinutesMax = 10_080;
/** How many may have the password of an account at once, whatever a policy says. */
export const checkoutConcurrencyMax = 100;
/** How often one check-out may be extended, whatever a policy says. */
export const checkoutExtensionsMax = 50;
/** Check-outs that a policy may allow one person on one day. */
export const checkoutsPerDayMax = 10_000;
/** Minutes before its end at which a holder is warned, at most; a day. */
export const checkoutWarningMinutesMax = 1440;
/** Characters of the reason for which somebody wants, extends or revokes a check-out. */
export const checkoutReasonMaxCharacters = 400;
/** Characters of the number of a ticket. */
export const ticketMaxCharacters = 100;
/** Ways of disclosure that a policy names. */
export const disclosurePluginsMax = 10;
/** How long the token of a disclosure can be used. */
export const disclosureTokenMs = 60_000;
/** How long the code of a second person can be used. */
export const vouchingCodeMs = 600_000;
/** How long a check-out that waits for its turn, or for the change of its password, waits between two looks. */
export const checkoutLookMs = 5_000;
/** How long after a change that failed another one is asked for. */
export const checkoutChangeAgainMs = 60_000;
/** How often it is looked whether holders may still have what they have. */
export const checkoutKeeperMs = 1_000;
/** Check-outs that one look of the keeper takes. */
export const checkoutKeeperPage = 500;
/** Rights that a managed system policy gives at most. */
export const checkoutRightsMax = 200;
/** New holders of a right whom a notice names; of others it tells how many. */
export const namedHoldersMax = 5;
/** Superusers and managers who are told of something. */
export const checkoutToldMax = 200;
/** Managed accounts that a report names for each reason. */
export const reportedAccountsMax = 1000;
/** The way of disclosure by which a proxy runs a listed command with the password, which nobody sees. */
export const commandWay = "ssh-command";
/** Commands that a managed system policy lists. */
export const listedCommandsMax = 100;
/** Characters of the name of a listed command. */
export const commandNameMaxCharacters = 60;
/** Characters of a listed command. */
export const commandLineMaxCharacters = 1000;
/** Bytes of each of the two outputs of a command that are given back. */
export const commandOutputBytesMax = 32_768;
/** How long somebody waits for the answer of a command: the call of its connector, and the way there and back. */
export const commandRunMs = connectorCallMs + 15_000;
/** The one way in which passwords of before are disclosed. */
export const oldPasswordWay = "display";
