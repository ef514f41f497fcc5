import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { runsPath } from "../../api/managed.ts";
import type { Run } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";

const actions = ["pause", "resume", "stop"] as const;
type Action = (typeof actions)[number];

/** Reports whether a run can be paused, resumed or stopped now. */
function isOpen(run: Run, action: Action): boolean {
  const { state, endedAt } = run;
  if (endedAt !== null || state === "stopped" || !isOffered(run, action)) return false;
  return action === "stop" || (action === "resume") === (state === "paused");
}

/** Actions of a run that has not ended. */
export function RunActions({ run }: { readonly run: Run }) {
  const say = useText();
  const [opened, setOpened] = useState<Action>();
  return (
    <>
      {actions
        .filter((action) => isOpen(run, action))
        .map((action) => (
          <Button key={action} variant="secondary" isDanger={action === "stop"} onClick={() => setOpened(action)}>
            {say(`run.${action}`)}
          </Button>
        ))}
      {opened === undefined ? null : (
        <ConfirmDialog
          title={say(`run.${opened}`)}
          explained={say(`run.${opened}Explained`)}
          action={say(`run.${opened}`)}
          isDanger={opened === "stop"}
          call={call(`POST runs()/${opened}`, { key: run.key })}
          sets={[runsPath]}
          close={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
