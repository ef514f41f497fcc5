import type { AttemptOutcome, PluginDeliveryState } from "#domain/plugins/plugin-delivery.ts";
import type { Row } from "#store/tables.ts";

/** A delivery to a plug-in. */
export type Delivery = Row<"pluginDeliveries">;

/** Outcome of one attempt. */
export interface Attempt {
  readonly outcome: AttemptOutcome;
  /** Plug-in that was asked last; null if none was. */
  readonly plugin: string | null;
  /** Reason why it was not delivered; null if it was. */
  readonly reason: string | null;
  /** Answer of the plug-in to what it accepted, as its courier reads it. */
  readonly answer?: Readonly<Record<string, string | null>>;
}

/** Deliverer of what is queued for the plug-ins of a kind. */
export interface Courier<Context> {
  /** Asks the plug-ins, outside of a transaction. An attempt may be the repetition of one whose answer was lost. */
  attempt(context: Context, delivery: Delivery): Promise<Attempt>;
  /** Writes what follows from an attempt, in the transaction that records it. */
  recorded?(
    context: Context,
    delivery: Delivery,
    attempt: Attempt & { readonly state: PluginDeliveryState },
  ): Promise<void>;
}
