import { Button, Progress } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { call, change } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import { managedAccountsPath, type RunKind, runsPath } from "../../api/managed.ts";
import type { ManagedAccount } from "../../api/model.ts";
import { Dialog } from "../../components/dialog.tsx";
import { type Failure, FailureList } from "../../components/failure-list.tsx";
import { useText } from "../../messages/text.ts";

interface ChosenRunsDialogProps {
  readonly kind: RunKind;
  readonly accounts: readonly ManagedAccount[];
  /** Receives the accounts for which no run was started. */
  close(left: readonly ManagedAccount[]): void;
}

/** A dialog that starts a run for each selected account, one after another. The user can stop it between two; it lists the refused ones. */
export function ChosenRunsDialog({ kind, accounts, close }: ChosenRunsDialogProps) {
  const say = useText();
  const client = useQueryClient();
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [state, setState] = useState<"asking" | "running" | "ended">("asking");
  const isStopped = useRef(false);
  const leave = () => {
    isStopped.current = true;
    void readAnew(client, managedAccountsPath, runsPath);
    close(accounts.filter(({ key }) => !asked.has(key)));
  };
  const askForAll = async () => {
    setState("running");
    for (const account of accounts) {
      if (isStopped.current) return;
      try {
        await change(call(`POST managedAccounts()/${kind}`, { key: account.key }));
        setAsked((before) => new Set([...before, account.key]));
      } catch (error) {
        const name = say("account.on", { account: account.name, target: account.targetSystemKey });
        setFailures((before) => [...before, { key: account.key, name, error }]);
      }
    }
    setState("ended");
  };
  return (
    <Dialog
      title={say(`managed.${kind}Chosen`, { count: accounts.length })}
      titleId="chosen-runs-title"
      explained={say(`managed.${kind}Explained`)}
      footer={
        <>
          {state === "asking" ? <Button onClick={() => void askForAll()}>{say(`managed.${kind}`)}</Button> : null}
          <Button variant={state === "ended" ? "primary" : "link"} onClick={leave}>
            {say(state === "running" ? "action.stop" : state === "ended" ? "action.close" : "action.cancel")}
          </Button>
        </>
      }
      close={leave}
    >
      {state === "asking" ? null : (
        <Progress
          aria-labelledby="chosen-runs-title"
          value={asked.size + failures.length}
          max={accounts.length}
          label={say("managed.askedFor", { done: asked.size, count: accounts.length })}
        />
      )}
      <FailureList failures={failures} />
    </Dialog>
  );
}
