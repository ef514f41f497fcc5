import { defineSignal } from "@temporalio/workflow";

/** Says that rows of a workflow's subject have changed; it carries nothing. */
export const wake = defineSignal("wake");
