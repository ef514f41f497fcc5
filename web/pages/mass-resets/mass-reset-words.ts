import type { MassReset, MassResetAccount, PasswordDelivery } from "../../api/model.ts";
import type { StateLook } from "../../components/state-label.tsx";

/** Looks of the states of a mass reset. */
export const massResetLooks = {
  draft: "custom",
  queued: "info",
  running: "info",
  paused: "warning",
  stopped: "custom",
  ended: "success",
} as const satisfies Readonly<Record<MassReset["state"], StateLook>>;

/** Looks of the results of accounts. */
export const resultLooks = {
  S: "success",
  F: "danger",
  X: "custom",
} as const satisfies Readonly<Record<NonNullable<MassResetAccount["result"]>, StateLook>>;

/** Looks of the states of deliveries. */
export const deliveryLooks = {
  waiting: "info",
  delivered: "success",
  expired: "warning",
} as const satisfies Readonly<Record<PasswordDelivery["state"], StateLook>>;
