import type { WebhookEventType } from "./webhook-events.ts";

/** An event in the JSON form of CloudEvents 1.0, section "JSON Event Format", structured mode. */
export interface CloudEvent {
  readonly specversion: "1.0";
  /** ID of the event: the position of the change, so that a later one has a higher one; of several nodes with the name of its node. */
  readonly id: string;
  readonly source: string;
  readonly type: WebhookEventType;
  /** Key of the object of the event. */
  readonly subject: string;
  /** Time of the change, as RFC 3339 in UTC. */
  readonly time: string;
  readonly datacontenttype: "application/json";
  readonly data: Readonly<Record<string, string | number | null>>;
}

/** Media type of such an event. */
export const cloudEventMediaType = "application/cloudevents+json; charset=utf-8";

/** Parts of an event. */
export type CloudEventParts = Pick<CloudEvent, "id" | "source" | "type" | "subject" | "data"> & {
  /** Milliseconds UTC. */
  readonly atMs: number;
};

/** Makes an event of its parts. */
export function cloudEvent({ id, source, type, subject, data, atMs }: CloudEventParts): CloudEvent {
  const time = new Date(atMs).toISOString();
  return { specversion: "1.0", id, source, type, subject, time, datacontenttype: "application/json", data };
}
