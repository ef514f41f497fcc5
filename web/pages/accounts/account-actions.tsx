import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { accountsPath } from "../../api/accounts.ts";
import { call, type Change } from "../../api/call.ts";
import type { Account, Operation, PolicyName } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";

const OwnerDialog = openedLater(async () => (await import("./owner-dialog.tsx")).OwnerDialog);
const ResetPasswordDialog = openedLater(async () => (await import("./reset-password-dialog.tsx")).ResetPasswordDialog);

type Confirmed = "enable" | "disable" | "unlock" | "delete";
type Action = Confirmed | "password" | "owner";

const calls: Readonly<Record<Confirmed, (key: string) => Change<Operation | undefined>>> = {
  enable: (key) => call("PATCH accounts()", { key, body: { enabled: true } }),
  disable: (key) => call("PATCH accounts()", { key, body: { enabled: false } }),
  unlock: (key) => call("PATCH accounts()", { key, body: { locked: false } }),
  delete: (key) => call("DELETE accounts()", { key }),
};
const dangerous: ReadonlySet<Action> = new Set(["disable", "delete"]);

/** Returns the actions that are possible on an account now; both directions if a state is unknown. */
function actionsOf(account: Account, may: (policy: PolicyName) => boolean): readonly Action[] {
  const mayChange = may("accounts_patch_update");
  const can: Readonly<Record<Action, boolean>> = {
    password: isOffered(account, "resetPassword"),
    owner: mayChange,
    enable: mayChange && account.enabled !== true,
    disable: mayChange && account.enabled !== false,
    unlock: mayChange && account.locked !== false,
    delete: may("accounts_delete"),
  };
  return (Object.keys(can) as Action[]).filter((action) => can[action]);
}

interface AccountActionsProps {
  readonly account: Account;
  /** Receives the key of the operation that carries out the action. */
  follow(operationKey: string): void;
}

/** Actions of an account; those that change it on its target system need a confirmation. */
export function AccountActions({ account, follow }: AccountActionsProps) {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<Action>();
  const close = () => setOpened(undefined);
  const titles = { password: say("account.resetPassword"), owner: say("owner.change") };
  const titleOf = (action: Action) =>
    action === "password" || action === "owner" ? titles[action] : say(`account.${action}`);
  return (
    <>
      {actionsOf(account, may).map((action) => (
        <Button key={action} variant="secondary" isDanger={dangerous.has(action)} onClick={() => setOpened(action)}>
          {titleOf(action)}
        </Button>
      ))}
      {opened === "password" ? <ResetPasswordDialog account={account} follow={follow} close={close} /> : null}
      {opened === "owner" ? <OwnerDialog account={account} close={close} /> : null}
      {opened === undefined || opened === "password" || opened === "owner" ? null : (
        <ConfirmDialog
          title={titleOf(opened)}
          of={account.shortId}
          explained={say(`account.${opened}Explained`, { account: account.shortId, target: account.targetSystemKey })}
          action={titleOf(opened)}
          isDanger={dangerous.has(opened)}
          call={calls[opened](account.key)}
          sets={[accountsPath]}
          done={(operation) => operation && follow(operation.key)}
          close={close}
        />
      )}
    </>
  );
}
