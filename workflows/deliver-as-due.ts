import { condition, setHandler } from "@temporalio/workflow";

import { isHistoryLong } from "./history.ts";
import { wake } from "./wake.ts";

/** Next step; a null wait ends only with a wake. */
type Step =
  | { readonly do: "finished" }
  | { readonly do: "deliver" }
  | { readonly do: "wait"; readonly waitMs: number | null };

/** Steps of a delivery process: it asks the rows, delivers, and continues in a new run when its history has become long. */
interface Deliveries {
  next(): Promise<Step>;
  deliver(): Promise<void>;
  goOnAnew(): Promise<never>;
}

/** Delivers whatever is due until nothing more is to come. It knows only when to look again. */
export async function deliverAsDue({ next, deliver, goOnAnew }: Deliveries): Promise<void> {
  let rung = false;
  setHandler(wake, () => {
    rung = true;
  });
  for (;;) {
    rung = false;
    const step = await next();
    if (step.do === "finished") return;
    if (step.do === "deliver") await deliver();
    if (isHistoryLong()) await goOnAnew();
    if (step.do !== "wait") continue;
    if (step.waitMs === null) await condition(() => rung);
    else await condition(() => rung, step.waitMs);
  }
}
