import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { enforcementRunsPath } from "../../api/enforcement.ts";
import type { EnforcementRun } from "../../api/model.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { isOpenTo, type RunAction, runActions } from "./open-actions.ts";

/** Actions of a run that has not ended. */
export function EnforcementActions({ run }: { readonly run: EnforcementRun }) {
  const say = useText();
  const [opened, setOpened] = useState<RunAction>();
  return (
    <>
      {runActions
        .filter((action) => isOpenTo(run, action))
        .map((action) => (
          <Button key={action} variant="secondary" isDanger={action === "stop"} onClick={() => setOpened(action)}>
            {say(`enforcement.${action}`)}
          </Button>
        ))}
      {opened === undefined ? null : (
        <ConfirmDialog
          title={say(`enforcement.${opened}`)}
          explained={say(`enforcement.${opened}Explained`)}
          action={say(`enforcement.${opened}`)}
          isDanger={opened === "stop"}
          call={call(`POST enforcementRuns()/${opened}`, { key: run.key })}
          sets={[enforcementRunsPath]}
          close={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
