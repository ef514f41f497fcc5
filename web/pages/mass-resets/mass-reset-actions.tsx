import { Button } from "@patternfly/react-core";
import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { isOverMassReset, massResetsPath } from "../../api/mass-resets.ts";
import type { MassReset } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

const StartDialog = openedLater(async () => (await import("./start-dialog.tsx")).StartDialog);

const runActions = ["pause", "resume", "stop"] as const;
type RunAction = (typeof runActions)[number];

/** Actions of a mass reset: a draft is tried, started or deleted; afterwards it is paused, resumed or stopped. */
export function MassResetActions({ massReset }: { readonly massReset: MassReset }) {
  return massReset.state === "draft" ? <DraftActions massReset={massReset} /> : <RunActions massReset={massReset} />;
}

function DraftActions({ massReset }: { readonly massReset: MassReset }) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"start" | "delete">();
  const { mutate, isPending, error } = useChanging([massResetsPath]);
  const { key, trialAt, accounts } = massReset;
  const close = () => setOpened(undefined);
  return (
    <>
      {isOffered(massReset, "start") ? (
        <Button variant="primary" isDisabled={trialAt === null || accounts === 0} onClick={() => setOpened("start")}>
          {say("massReset.start")}
        </Button>
      ) : null}
      {isOffered(massReset, "trial") ? (
        <Button
          variant="secondary"
          isLoading={isPending}
          isDisabled={isPending}
          onClick={() => mutate(call("POST massResets()/trial", { key }))}
        >
          {say("massReset.trial")}
        </Button>
      ) : null}
      {may("massresets_delete") ? (
        <Button variant="link" isDanger onClick={() => setOpened("delete")}>
          {say("massReset.delete")}
        </Button>
      ) : null}
      {error === null ? null : <ErrorAlert error={error} />}
      {opened === "start" ? <StartDialog massReset={massReset} close={close} /> : null}
      {opened === "delete" ? (
        <ConfirmDialog
          title={say("massReset.delete")}
          explained={say("massReset.deleteExplained")}
          action={say("massReset.delete")}
          isDanger
          call={call("DELETE massResets()", { key })}
          sets={[massResetsPath]}
          leave={() => navigate(paths.massResets)}
          close={close}
        />
      ) : null}
    </>
  );
}

function RunActions({ massReset }: { readonly massReset: MassReset }) {
  const say = useText();
  const [opened, setOpened] = useState<RunAction>();
  return (
    <>
      {runActions
        .filter((action) => isOpenTo(massReset, action))
        .map((action) => (
          <Button key={action} variant="secondary" isDanger={action === "stop"} onClick={() => setOpened(action)}>
            {say(`massReset.${action}`)}
          </Button>
        ))}
      {opened === undefined ? null : (
        <ConfirmDialog
          title={say(`massReset.${opened}`)}
          explained={say(`massReset.${opened}Explained`)}
          action={say(`massReset.${opened}`)}
          isDanger={opened === "stop"}
          call={call(`POST massResets()/${opened}`, { key: massReset.key })}
          sets={[massResetsPath]}
          close={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** Reports whether a mass reset can be paused, resumed or stopped now. */
function isOpenTo(massReset: MassReset, action: RunAction): boolean {
  if (isOverMassReset(massReset) || !isOffered(massReset, action)) return false;
  return action === "stop" || (action === "resume") === (massReset.state === "paused");
}
