import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { reveal, waysOf } from "../../api/checkouts.ts";
import type { Checkout, Disclosed } from "../../api/model.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useShownSecret } from "../../components/use-shown-secret.ts";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { accountOf } from "./checkout-words.ts";
import { DisclosedPasswords } from "./disclosed-passwords.tsx";
import { momentOf } from "./entered-moment.ts";
import { MomentField } from "./moment-field.tsx";

/** A dialog that shows the password of a check-out once. The password disappears when the dialog closes, and after a minute. */
export function PasswordDialog({ checkout, close }: { readonly checkout: Checkout; close(): void }) {
  const say = useText();
  const { managedAccount } = checkout;
  const ways = waysOf(managedAccount);
  const [entered, setEntered] = useState({ plugin: ways[0] ?? "", code: "", heldAt: "" });
  const [state, show] = useShownSecret<Disclosed>();
  const isShown = state.is === "shown";
  const title = say("checkout.discloseOf", { account: accountOf(checkout, say) });
  const needsCode = managedAccount?.checkoutAttended === true;
  const send = () => {
    const { plugin, code, heldAt } = entered;
    setEntered({ ...entered, code: "" });
    return show(() =>
      reveal(checkout.key, { plugin: plugin || null, code: code.trim() || null, heldAt: momentOf(heldAt) }),
    );
  };
  if (isShown || state.is === "hidden")
    return (
      <Dialog title={title} footer={<Button onClick={close}>{say("action.close")}</Button>} close={close}>
        {isShown ? (
          <DisclosedPasswords disclosed={state.secret} until={state.until} />
        ) : (
          <Notice kind="info" title={say("disclosure.hidden")} />
        )}
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      explained={say("disclosure.explained")}
      action={say("checkout.disclose")}
      isReady={!needsCode || entered.code.trim() !== ""}
      isPending={state.is === "waiting"}
      error={state.is === "refused" ? state.error : undefined}
      send={() => void send()}
      close={close}
    >
      <Fields
        ways={ways}
        needsCode={needsCode}
        entered={entered}
        mayLookBack={managedAccount?.mayManage === true}
        faults={faultsIn(state.is === "refused" ? state.error : undefined)}
        change={(changed) => setEntered({ ...entered, ...changed })}
      />
    </FormDialog>
  );
}

interface Entered {
  readonly plugin: string;
  readonly code: string;
  readonly heldAt: string;
}

interface FieldsProps {
  readonly ways: readonly string[];
  readonly needsCode: boolean;
  /** True if the user may see earlier passwords. */
  readonly mayLookBack: boolean;
  readonly entered: Entered;
  readonly faults: ReadonlyMap<string, string>;
  change(changed: Partial<Entered>): void;
}

function Fields({ ways, needsCode, mayLookBack, entered, faults, change }: FieldsProps) {
  const say = useText();
  const { plugin, code, heldAt } = entered;
  const nameOf = (way: string) => (way === "display" || way === "copy" ? say(`disclosure.way.${way}`) : way);
  return (
    <>
      {ways.length < 2 ? null : (
        <FormField
          id="disclosure-way"
          label={say("disclosure.way")}
          input={{ is: "choice", choices: ways.map((value) => ({ value, label: nameOf(value) })) }}
          value={plugin}
          fault={faults.get("plugin")}
          change={(value) => change({ plugin: String(value) })}
        />
      )}
      {needsCode ? (
        <FormField
          id="disclosure-code"
          label={say("borrow.code")}
          help={say("disclosure.codeHelp")}
          input={{ is: "text" }}
          value={code}
          fault={faults.get("code")}
          isRequired
          change={(value) => change({ code: String(value) })}
        />
      ) : null}
      {mayLookBack && ways.includes("display") ? (
        <MomentField
          id="disclosure-moment"
          label={say("disclosure.heldAt")}
          help={say("disclosure.heldAtHelp")}
          value={heldAt}
          fault={faults.get("heldAt")}
          change={(value) => change({ heldAt: value })}
        />
      ) : null}
    </>
  );
}
