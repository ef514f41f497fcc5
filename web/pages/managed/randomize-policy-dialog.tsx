import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { managedAccountsPath, runsPath } from "../../api/managed.ts";
import type { AskedRun, ManagedSystemPolicy } from "../../api/model.ts";
import { CallError } from "../../base/call-error.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";

interface RandomizePolicyDialogProps {
  readonly policy: ManagedSystemPolicy;
  follow(runKey: string): void;
  close(): void;
}

/**
 * A dialog that randomizes the passwords of all accounts under a policy. If the service demands a confirmation, the dialog shows the number
 * of accounts and asks again.
 */
export function RandomizePolicyDialog({ policy: { id }, follow, close }: RandomizePolicyDialogProps) {
  const say = useText();
  const { mutate, isPending, error } = useChanging<AskedRun>([managedAccountsPath, runsPath]);
  const counted = error instanceof CallError && error.code === "CONFIRMATION_REQUIRED" ? error.message : undefined;
  const wantsYes = counted !== undefined;
  return (
    <FormDialog
      title={say("managedPolicy.randomize")}
      explained={say("managedPolicy.randomizeExplained", { id })}
      action={say(wantsYes ? "managedPolicy.randomizeYes" : "managedPolicy.randomize")}
      isDanger
      isPending={isPending}
      error={wantsYes ? undefined : error}
      send={() =>
        mutate(call("POST managedSystemPolicies()/randomize", { key: id, body: wantsYes ? { confirm: true } : {} }), {
          onSuccess({ key }) {
            follow(key);
            close();
          },
        })
      }
      close={close}
    >
      {wantsYes ? (
        <Notice kind="warning" title={say("managedPolicy.confirm")} isAlert>
          <p lang="en">{counted}</p>
        </Notice>
      ) : null}
    </FormDialog>
  );
}
