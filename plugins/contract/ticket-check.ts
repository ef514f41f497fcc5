import type { PluginAccount, PluginUser } from "./request.ts";

/** The number of a ticket, given as the reason for a check-out. */
export interface TicketCheckRequest {
  readonly ticket: string;
  readonly user: PluginUser;
  /** The account whose password is to be checked out. */
  readonly account: PluginAccount;
}

/** Verdict on whether the ticket allows the check-out. */
export interface TicketCheckPatch {
  readonly valid: boolean;
  /** Message for the user; required if `valid` is false. */
  readonly message?: string | undefined;
}
