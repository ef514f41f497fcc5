import { guid, integer, sealed, text } from "../format/builders.ts";
import { index, resource } from "../format/resource.ts";

/** Secrets of accounts, one a row, by which the digests of their passwords are keyed. */
export const passwordHistories = resource("passwordHistories", {
  class: "shared",
  holds: "data",
  key: "accountKey",
  properties: {
    accountKey: guid(),
    secret: sealed(),
  },
});

const digestSize = 40;

/**
 * Digests of the passwords that accounts had, one a row, so that what two nodes add merges. The secret of the account keys them: without the
 * key ring no password can be tried against them.
 */
export const passwordDigests = resource("passwordDigests", {
  class: "grow",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    accountKey: guid(),
    /** Number of the password among those of its account, from 1; the highest is the present one. 0 if a newer change took its place. */
    number: integer(),
    digestHash: text(digestSize),
    /** Number of the change that set it among the changes of the account (`passwordTurn`); 0 if it has none. */
    turn: integer().initially(0),
    /** Key of the sender that reported the change; null for a change by the service. */
    senderKey: guid().optional(),
  },
  indexes: [index("accountKey", "number")],
});
