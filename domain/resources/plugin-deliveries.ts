import { deliveredKinds, pluginDeliveryStates } from "../plugins/plugin-delivery.ts";
import { guid, integer, json, oneOf, text, time } from "./format/builders.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Deliveries to plug-ins: messages for people, and tasks of ticket systems. */
export const pluginDeliveries = resource("pluginDeliveries", {
  class: "local",
  holds: "data",
  key: "key",
  entity: { type: "PluginDelivery", key: "pluginDeliveryKey" },
  properties: {
    key: guid().policy().shown("Key of the delivery."),
    kind: oneOf(deliveredKinds).policy().shown("Kind of the plug-in."),
    /** Deliveries about one subject are made one after the other. */
    subjectKey: guid().policy().shown("Key of the notification or ticket that it is about."),
    position: integer().shown("Position among the deliveries of the same subject, from 1."),
    act: text(20).shown("Task of the plug-in, such as notify, open, comment or close."),
    /** Words of closed lists only, so that nothing personal lies here. */
    facts: json<Readonly<Record<string, string>>>(),
    plugin: text().optional().searched().shown("Plug-in that was asked last; null if none was."),
    state: oneOf(pluginDeliveryStates)
      .policy()
      .shown("State of the delivery: waiting, delivered, or dead if it was given up."),
    tries: integer().initially(0).shown("Number of attempts."),
    dueAt: time().shown("Time from which it is attempted."),
    nextTryAt: time().shown("Time of the next attempt."),
    lastTriedAt: time().optional().shown("Time of the last attempt; null if there was none."),
    lastError: text(400).optional().searched().shown("Reason why the last attempt failed; null if it did not."),
    createdAt: time().shown("Time of creation."),
    endedAt: time().optional().shown("Time at which it was delivered or given up; null if it is waiting."),
  },
  indexes: [unique("notShared", "subjectKey", "position"), index("state", "nextTryAt"), index("state", "endedAt")],
  policies: { pluginDelivery: {} },
});
