import type { PluginRequest, PluginUser } from "./request.ts";

/** A message for one person. */
export interface NotifierRequest {
  readonly to: PluginUser;
  /** Name of the event, such as `requestWaits`. */
  readonly event: string;
  readonly subject: string;
  readonly text: string;
  /** Request that the message is about; null if it is about none. */
  readonly request: PluginRequest | null;
}

/** Result of the delivery. */
export interface NotifierPatch {
  /** False = another notifier may try. */
  readonly sent: boolean;
  /** Reason why the message was not sent; required if `sent` is false. */
  readonly reason?: string | undefined;
}
