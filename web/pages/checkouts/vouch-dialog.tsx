import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { askOnce, call } from "../../api/call.ts";
import type { ManagedAccount, VouchingCode } from "../../api/model.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

type Purpose = "breakGlass" | "attend";
type State =
  | { readonly is: "asking" | "waiting" }
  | { readonly is: "refused"; readonly error: unknown }
  | { readonly is: "made"; readonly made: VouchingCode };

/** A dialog that generates a second-person code; the code is shown once. */
export function VouchDialog({ account, close }: { readonly account: ManagedAccount; close(): void }) {
  const say = useText();
  const { key, name, targetSystemKey, mayBreakGlass, mayManage } = account;
  const purposes: readonly Purpose[] = [
    ...(mayBreakGlass === true ? (["breakGlass"] as const) : []),
    ...(mayManage === true ? (["attend"] as const) : []),
  ];
  const [purpose, setPurpose] = useState<Purpose>(purposes[0] ?? "attend");
  const [state, setState] = useState<State>({ is: "asking" });
  const title = say("vouch.of", { account: say("account.on", { account: name, target: targetSystemKey }) });
  const make = async () => {
    setState({ is: "waiting" });
    try {
      const made = await askOnce(call("POST managedAccounts()/vouch", { key, body: { purpose } }));
      setState({ is: "made", made });
    } catch (error) {
      setState({ is: "refused", error });
    }
  };
  if (state.is === "made")
    return (
      <Dialog title={title} footer={<Button onClick={close}>{say("action.close")}</Button>} close={close}>
        <SecretShownOnce secret={state.made.code} label={say("vouch.code")} />
        <p>
          {say("vouch.expires")} <Moment at={state.made.expiresAt} />
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      explained={say(`vouch.explained.${purpose}`)}
      action={say("vouch.action")}
      isPending={state.is === "waiting"}
      error={state.is === "refused" ? state.error : undefined}
      send={() => void make()}
      close={close}
    >
      <FormField
        id="vouch-purpose"
        label={say("vouch.purpose")}
        input={{ is: "choice", choices: purposes.map((value) => ({ value, label: say(`vouch.purpose.${value}`) })) }}
        value={purpose}
        change={(value) => setPurpose(value as Purpose)}
      />
    </FormDialog>
  );
}
