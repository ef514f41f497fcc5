import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { type ManagedAccountAction, managedAccountsPath, runsPath } from "../../api/managed.ts";
import type { AskedRun, ManagedAccount } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { isHistorical } from "./account-state.tsx";

const OverrideDialog = openedLater(async () => (await import("./override-dialog.tsx")).OverrideDialog);
const DisableDialog = openedLater(async () => (await import("./disable-dialog.tsx")).DisableDialog);

const actions = [
  "randomize",
  "verify",
  "override",
  "disable",
  "enable",
] as const satisfies readonly ManagedAccountAction[];

/** Reports whether an action on an account is possible now; the service checks it again. */
function isOpen(account: ManagedAccount, action: ManagedAccountAction): boolean {
  if (isHistorical(account) || !isOffered(account, action)) return false;
  return (action === "enable") === (account.disabledReason !== null);
}

interface ManagedAccountActionsProps {
  readonly account: ManagedAccount;
  /** Receives the key of the run that was started. */
  follow(runKey: string): void;
}

/** Actions of a managed account. */
export function ManagedAccountActions({ account, follow }: ManagedAccountActionsProps) {
  const say = useText();
  const [opened, setOpened] = useState<ManagedAccountAction>();
  const close = () => setOpened(undefined);
  return (
    <>
      {actions
        .filter((action) => isOpen(account, action))
        .map((action) => (
          <Button key={action} variant="secondary" isDanger={action === "disable"} onClick={() => setOpened(action)}>
            {say(`managed.${action}`)}
          </Button>
        ))}
      {opened === "override" ? <OverrideDialog account={account} follow={follow} close={close} /> : null}
      {opened === "disable" ? <DisableDialog account={account} close={close} /> : null}
      {opened === "randomize" || opened === "verify" || opened === "enable" ? (
        <ConfirmDialog<Partial<AskedRun>>
          title={say(`managed.${opened}`)}
          explained={say(`managed.${opened}Explained`)}
          action={say(`managed.${opened}`)}
          call={call(`POST managedAccounts()/${opened}`, { key: account.key })}
          sets={[managedAccountsPath, runsPath]}
          done={({ key, kind }) => {
            if (kind !== undefined && key !== undefined) follow(key);
          }}
          close={close}
        />
      ) : null}
    </>
  );
}
