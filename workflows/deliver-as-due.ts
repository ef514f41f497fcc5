import { condition, setHandler } from "@temporalio/workflow";

import { isHistoryLong } from "./history.ts";
import { wake } from "./wake.ts";

/** What is to be done next; null waits for a wake alone. */
type Step =
  | { readonly do: "finished" }
  | { readonly do: "deliver" }
  | { readonly do: "wait"; readonly waitMs: number | null };

/** What a process of deliveries does: it asks the rows, delivers, and goes on in a new run where its history has become long. */
interface Deliveries {
  next(): Promise<Step>;
  deliver(): Promise<void>;
  goOnAnew(): Promise<never>;
}

/** Delivers what is due until there is nothing more to come. It knows no more than when to look again. */
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
