import type { PluginAccount, PluginUser } from "./request.ts";

/** The number of a ticket that somebody gives as a reason. */
export interface TicketCheckRequest {
  readonly ticket: string;
  readonly user: PluginUser;
  /** The account whose password is to be checked out. */
  readonly account: PluginAccount;
}

/** Whether the ticket is one that allows it. */
export interface TicketCheckPatch {
  readonly valid: boolean;
  /** What the person is told; needed where it is not valid. */
  readonly message?: string | undefined;
}
