import { DefaultLogger, Runtime, Worker } from "@temporalio/worker";

import { workflowCode } from "#activities/hub/bundle-workflows.ts";

Runtime.install({ logger: new DefaultLogger("ERROR") });
const workflowBundle = await workflowCode();

process.on("message", ({ history }: { history: unknown }) => {
  Worker.runReplayHistory({ workflowBundle }, history).then(
    () => process.send?.({}),
    (error: unknown) => process.send?.({ problem: String(error) }),
  );
});
