import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { enforcementRunsPath } from "../../api/enforcement.ts";
import type { EnforcementRun } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { removalWords } from "./difference-words.ts";
import { useNames } from "./use-names.ts";

/** Removals of a run that waits until a person confirms them. */
export function RemovalsDecision({ run }: { readonly run: EnforcementRun }) {
  const say = useText();
  const [isConfirming, setConfirming] = useState(false);
  const { key, largeRemovals } = run;
  // The service sends null while there are none.
  const large = largeRemovals ?? [];
  const names = useNames(large.flatMap((removed) => (removed.of === "group" ? [removed.key] : [])));
  return (
    <Notice kind="warning" title={say("enforcement.waits")} isAlert>
      <ul>
        {large.map((removed) => (
          <li key={`${removed.of} ${removed.key}`}>{removalWords(removed, { names, say })}</li>
        ))}
      </ul>
      <p>{say("enforcement.waitsExplained")}</p>
      {isOffered(run, "confirm") ? (
        <Button variant="danger" onClick={() => setConfirming(true)}>
          {say("enforcement.confirm")}
        </Button>
      ) : null}
      {isConfirming ? (
        <ConfirmDialog
          title={say("enforcement.confirm")}
          explained={say("enforcement.confirmExplained", { removals: run.removals })}
          action={say("enforcement.confirm")}
          isDanger
          call={call("POST enforcementRuns()/confirm", { key })}
          sets={[enforcementRunsPath]}
          close={() => setConfirming(false)}
        />
      ) : null}
    </Notice>
  );
}
