import { defineSignal } from "@temporalio/workflow";

/** Signal that rows of a workflow's subject have changed; it carries no data. */
export const wake = defineSignal("wake");
