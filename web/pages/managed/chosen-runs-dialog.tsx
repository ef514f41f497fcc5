import { call } from "../../api/call.ts";
import { managedAccountsPath, type RunKind, runsPath } from "../../api/managed.ts";
import type { ManagedAccount } from "../../api/model.ts";
import { EachDialog } from "../../components/each-dialog.tsx";
import { useText } from "../../messages/text.ts";

interface ChosenRunsDialogProps {
  readonly kind: RunKind;
  readonly accounts: readonly ManagedAccount[];
  /** Receives the accounts for which no run was started. */
  close(left: readonly ManagedAccount[]): void;
}

/** A dialog that starts a run for each selected account. */
export function ChosenRunsDialog({ kind, accounts, close }: ChosenRunsDialogProps) {
  const say = useText();
  return (
    <EachDialog
      title={say(`managed.${kind}Chosen`, { count: accounts.length })}
      explained={say(`managed.${kind}Explained`)}
      action={say(`managed.${kind}`)}
      calls={accounts.map(({ key, name: account, targetSystemKey: target }) => ({
        key,
        name: say("account.on", { account, target }),
        call: call(`POST managedAccounts()/${kind}`, { key }),
      }))}
      sets={[managedAccountsPath, runsPath]}
      progress={(numbers) => say("managed.askedFor", numbers)}
      close={(left) => close(accounts.filter(({ key }) => left.includes(key)))}
    />
  );
}
