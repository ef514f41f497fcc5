import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { checkoutsPath, commandWay, waysOf } from "../../api/checkouts.ts";
import type { Checkout } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { pathOf } from "../../api/path.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";
import { accountOf } from "./checkout-words.ts";

const PasswordDialog = openedLater(async () => (await import("./password-dialog.tsx")).PasswordDialog);
const CommandDialog = openedLater(async () => (await import("./command-dialog.tsx")).CommandDialog);
const ExtendDialog = openedLater(async () => (await import("./extend-dialog.tsx")).ExtendDialog);
const WordsDialog = openedLater(async () => (await import("./words-dialog.tsx")).WordsDialog);

const actions = ["disclose", "runCommand", "extend", "checkIn", "revoke", "review"] as const;
type Action = (typeof actions)[number];

/** Reports whether an action is possible now: the service offers it, and the policy of the account allows it. */
function canDo(checkout: Checkout, action: Action, isOwn: boolean): boolean {
  const { managedAccount, extensions } = checkout;
  if (!isOffered(checkout, action)) return false;
  if (action === "disclose") return waysOf(managedAccount).length > 0;
  if (action === "runCommand") return managedAccount?.disclosurePlugins.includes(commandWay) === true;
  if (action === "extend") return extensions < (managedAccount?.checkoutExtensions ?? 0);
  // A holder checks in, even if they also manage the account.
  return action !== "revoke" || !isOwn;
}

/** Actions of a check-out that are possible now. */
export function CheckoutActions({ checkout }: { readonly checkout: Checkout }) {
  const say = useText();
  const { user } = useSession();
  const [opened, setOpened] = useState<Action>();
  const close = () => setOpened(undefined);
  const account = accountOf(checkout, say);
  const shown = actions.filter((action) => canDo(checkout, action, checkout.userKey === user.key));
  return (
    <div className="gatehouse-toolbar">
      {shown.map((action) => (
        <Button
          key={action}
          variant={action === "disclose" ? "primary" : "secondary"}
          isDanger={action === "revoke"}
          aria-label={say(`checkout.${action}Of`, { account })}
          onClick={() => setOpened(action)}
        >
          {say(`checkout.${action}`)}
        </Button>
      ))}
      {opened === "disclose" ? <PasswordDialog checkout={checkout} close={close} /> : null}
      {opened === "runCommand" ? <CommandDialog checkout={checkout} close={close} /> : null}
      {opened === "extend" ? <ExtendDialog checkout={checkout} close={close} /> : null}
      {opened === "revoke" || opened === "review" ? (
        <WordsDialog checkout={checkout} action={opened} close={close} />
      ) : null}
      {opened === "checkIn" ? (
        <ConfirmDialog
          title={say("checkout.checkInOf", { account })}
          explained={say("checkout.checkInExplained")}
          action={say("checkout.checkIn")}
          call={call("POST checkouts()/checkIn", { key: checkout.key })}
          sets={[checkoutsPath, pathOf("managedAccounts")]}
          close={close}
        />
      ) : null}
    </div>
  );
}
