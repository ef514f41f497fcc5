import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { checkoutsPath } from "../../api/checkouts.ts";
import type { Checkout, ManagedAccount } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { momentOf } from "./entered-moment.ts";
import { MomentField } from "./moment-field.tsx";

interface BorrowDialogProps {
  readonly account: ManagedAccount;
  /** Receives the new check-out. */
  done(checkout: Checkout): void;
  close(): void;
}

interface Entered {
  readonly reason: string;
  readonly minutes: number | null;
  readonly ticket: string;
  readonly startAt: string;
  readonly isEmergency: boolean;
  readonly code: string;
}

/** A dialog that checks out the password of an account: with a reason, a time, and in an emergency the code of a second person. */
export function BorrowDialog({ account, done, close }: BorrowDialogProps) {
  const say = useText();
  const { key, name, targetSystemKey, checkoutMinutes, checkoutTicket, mayTake, mayBreakGlass } = account;
  const [entered, setEntered] = useState<Entered>(() => ({
    reason: "",
    minutes: checkoutMinutes,
    ticket: "",
    startAt: "",
    isEmergency: false,
    code: "",
  }));
  const { mutate, isPending, error } = useChanging<Checkout>([checkoutsPath, pathOf("managedAccounts")]);
  const change = (changed: Partial<Entered>) => setEntered((before) => ({ ...before, ...changed }));
  const { reason, minutes, ticket, startAt, isEmergency, code } = entered;
  const body = {
    managedAccountKey: key,
    reason: reason.trim(),
    minutes,
    ...(isEmergency
      ? { code: code.trim() }
      : {
          ticket: ticket.trim() || null,
          startAt: momentOf(startAt),
        }),
  };
  const isReady = body.reason !== "" && (isEmergency ? code.trim() !== "" : !checkoutTicket || ticket.trim() !== "");
  const how = isEmergency ? "borrow.inEmergency" : mayTake === true ? "borrow.atOnce" : "borrow.byRequest";
  return (
    <FormDialog
      title={say("borrow.of", { account: say("account.on", { account: name, target: targetSystemKey }) })}
      explained={say(how)}
      action={say(isEmergency ? "borrow.emergencyAction" : mayTake === true ? "borrow.takeAction" : "borrow.askAction")}
      isDanger={isEmergency}
      isReady={isReady}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(call("POST checkouts", { body }), {
          onSuccess(checkout) {
            done(checkout);
            close();
          },
        })
      }
    >
      <Fields account={account} entered={entered} change={change} faults={faultsIn(error)} />
      {mayBreakGlass === true ? (
        <FormField
          id="borrow-emergency"
          label={say("borrow.emergency")}
          help={say("borrow.emergencyHelp")}
          input={{ is: "flag" }}
          value={isEmergency}
          change={(value) => change({ isEmergency: value === true })}
        />
      ) : null}
    </FormDialog>
  );
}

interface FieldsProps {
  readonly account: ManagedAccount;
  readonly entered: Entered;
  readonly faults: ReadonlyMap<string, string>;
  change(changed: Partial<Entered>): void;
}

function Fields({ account: { checkoutMinutes, checkoutTicket }, entered, faults, change }: FieldsProps) {
  const say = useText();
  const { reason, minutes, ticket, startAt, isEmergency, code } = entered;
  return (
    <>
      <FormField
        id="borrow-reason"
        label={say("checkout.reason")}
        help={say("borrow.reasonHelp")}
        input={{ is: "area" }}
        value={reason}
        fault={faults.get("reason")}
        isRequired
        change={(value) => change({ reason: String(value) })}
      />
      <FormField
        id="borrow-minutes"
        label={say("checkout.minutes")}
        help={say("borrow.minutesHelp", { minutes: checkoutMinutes })}
        input={{ is: "number", min: 1 }}
        value={minutes}
        fault={faults.get("minutes")}
        change={(value) => change({ minutes: value as number | null })}
      />
      {isEmergency ? (
        <FormField
          id="borrow-code"
          label={say("borrow.code")}
          help={say("borrow.codeHelp")}
          input={{ is: "text" }}
          value={code}
          fault={faults.get("code")}
          isRequired
          change={(value) => change({ code: String(value) })}
        />
      ) : (
        <>
          {checkoutTicket ? (
            <FormField
              id="borrow-ticket"
              label={say("checkout.ticket")}
              help={say("borrow.ticketHelp")}
              input={{ is: "text" }}
              value={ticket}
              fault={faults.get("ticket")}
              isRequired
              change={(value) => change({ ticket: String(value) })}
            />
          ) : null}
          <MomentField
            id="borrow-start"
            label={say("checkout.start")}
            help={say("borrow.startHelp")}
            value={startAt}
            fault={faults.get("startAt")}
            change={(value) => change({ startAt: value })}
          />
        </>
      )}
    </>
  );
}
