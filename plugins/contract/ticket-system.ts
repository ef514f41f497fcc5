import type { PluginUser } from "./request.ts";

/** A task of a ticket system. A task whose answer was lost is repeated with the same `id`. */
export interface TicketSystemRequest {
  /** `open`: open a ticket, or return the one that was opened for this `id` before. `comment`: add the text. `close`: add the text and close it. */
  readonly act: "open" | "comment" | "close";
  /** Key of the task, the same in each attempt. */
  readonly id: string;
  readonly ticket: {
    /** Key of the ticket, which its callback names. */
    readonly key: string;
    /** ID of the ticket in its system; null before it was opened. */
    readonly id: string | null;
  };
  readonly request: {
    readonly key: string;
    readonly number: string;
    /** Status in words, such as `Performing`. */
    readonly status: string;
    /** Web address of the request; null if none is configured. */
    readonly address: string | null;
    readonly operations: readonly TicketOperation[];
    /** Requester, recipient and reason; absent unless the ticket system is given the field. */
    readonly requester?: PluginUser | undefined;
    readonly recipient?: PluginUser | undefined;
    readonly reason?: string | null | undefined;
  };
  /** Message of the task, for people. */
  readonly text: string;
  /** Address to which the ticket system posts when it closes the ticket. */
  readonly callback: string;
}

/** An operation, as ticket systems see one. */
export interface TicketOperation {
  readonly code: string;
  /** Title of the operation, such as `add to group`. */
  readonly title: string;
  readonly targetSystemKey: string | null;
  /** Name of the account or group; absent unless the ticket system is given the field, null if not known. */
  readonly object?: string | null | undefined;
}

/** The ticket of the task. */
export interface TicketSystemPatch {
  /** ID of the ticket in its system, the same in each answer. */
  readonly id: string;
  /** Web address of the ticket; absent if there is none. */
  readonly address?: string | undefined;
}
