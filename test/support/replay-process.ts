import { DefaultLogger, Runtime, Worker } from "@temporalio/worker";

import { bundleWorkflows } from "#activities/hub/bundle-workflows.ts";

Runtime.install({ logger: new DefaultLogger("ERROR") });
const workflowBundle = await bundleWorkflows();

process.on("message", ({ history }: { history: unknown }) => {
  Worker.runReplayHistory({ workflowBundle }, history).then(
    () => process.send?.({}),
    (error: unknown) => process.send?.({ problem: String(error) }),
  );
});
