import { Button } from "@patternfly/react-core";
import { useState } from "react";
import { Link } from "react-router";

import { call } from "../../api/call.ts";
import { managedAccountsPath, runsPath } from "../../api/managed.ts";
import type { AskedRun, ManagedSystemPolicy } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

const RandomizePolicyDialog = openedLater(
  async () => (await import("./randomize-policy-dialog.tsx")).RandomizePolicyDialog,
);

const actions = ["randomize", "verify"] as const;

interface PolicyActionsProps {
  readonly policy: ManagedSystemPolicy;
  /** Receives the key of the run that was started. */
  follow(runKey: string): void;
}

/** Actions on all accounts under a policy. If the hosts set the passwords themselves, runs exist only for single accounts. */
export function PolicyActions({ policy, follow }: PolicyActionsProps) {
  const say = useText();
  const [opened, setOpened] = useState<(typeof actions)[number]>();
  const close = () => setOpened(undefined);
  const shown = policy.mode === "pull" ? [] : actions.filter((action) => isOffered(policy, action));
  return (
    <>
      {shown.map((action) => (
        <Button key={action} variant="secondary" isDanger={action === "randomize"} onClick={() => setOpened(action)}>
          {say(`managedPolicy.${action}`)}
        </Button>
      ))}
      {policy.mode === "pull" ? <p>{say("managedPolicy.pullExplained")}</p> : null}
      <Link to={`${paths.managedAccounts}?policy=${encodeURIComponent(policy.id)}`}>
        {say("managedAccounts.title")}
      </Link>
      {opened === "randomize" ? <RandomizePolicyDialog policy={policy} follow={follow} close={close} /> : null}
      {opened === "verify" ? (
        <ConfirmDialog<AskedRun>
          title={say("managedPolicy.verify")}
          explained={say("managedPolicy.verifyExplained", { id: policy.id })}
          action={say("managedPolicy.verify")}
          call={call("POST managedSystemPolicies()/verify", { key: policy.id })}
          sets={[managedAccountsPath, runsPath]}
          done={({ key }) => follow(key)}
          close={close}
        />
      ) : null}
    </>
  );
}
