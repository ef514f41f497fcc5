import type { PluginRequest, PluginUser } from "./request.ts";

/** A message for one person. */
export interface NotifierRequest {
  readonly to: PluginUser;
  /** What has happened, such as `requestWaits`. */
  readonly event: string;
  readonly subject: string;
  readonly text: string;
  /** What it is about; null where it is about no request. */
  readonly request: PluginRequest | null;
}

/** What became of the message. */
export interface NotifierPatch {
  /** False = another notifier may try. */
  readonly sent: boolean;
  /** Why it was not sent; needed where it was not. */
  readonly reason?: string | undefined;
}
