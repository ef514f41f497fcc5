import type { PluginRequest, PluginUser } from "./request.ts";

/** A message for one person. */
export interface NotifierRequest {
  /** Key of the notification, the same in each attempt: one whose answer was lost is repeated. */
  readonly id: string;
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
  /** False = this person cannot be reached this way, so the next notifier is asked. One that fails is asked again later. */
  readonly sent: boolean;
  /** Reason why the message was not sent; required if `sent` is false. */
  readonly reason?: string | undefined;
}
