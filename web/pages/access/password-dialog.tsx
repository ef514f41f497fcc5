import { Checkbox } from "@patternfly/react-core";
import { useState } from "react";

import { ownAccountsPath } from "../../api/accounts.ts";
import { call, type Change } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Account, Operation } from "../../api/model.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PasswordRules } from "../../components/password-rules.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";
import type { PasswordAction } from "./password-actions.ts";
import { ProgressDialog } from "./progress-dialog.tsx";

interface PasswordDialogProps {
  readonly way: PasswordAction;
  /** Accounts; only a reset takes several. */
  readonly accounts: readonly Account[];
  close(): void;
}

const nothing = { current: "", password: "", repeated: "", mustChange: false };

/** A dialog that changes, resets or verifies a password, shows the rules for it, and follows the operation. */
export function PasswordDialog({ way, accounts, close }: PasswordDialogProps) {
  const say = useText();
  const { user } = useSession();
  const [entered, setEntered] = useState(nothing);
  const { mutate, isPending, error, data } = useChanging<Operation>([ownAccountsPath(user.key)]);
  const names = accounts
    .map(({ shortId, targetSystemKey }) => say("account.on", { account: shortId, target: targetSystemKey }))
    .join(", ");
  const title = say(`password.${way}`, { count: accounts.length });
  if (data !== undefined) return <ProgressDialog title={title} operationKey={data.key} close={close} />;

  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  const set = (part: Partial<typeof nothing>) => setEntered((before) => ({ ...before, ...part }));
  const { current, password, repeated } = entered;
  const isReady =
    password !== "" && (way !== "change" || current !== "") && (way === "verify" || password === repeated);
  return (
    <FormDialog
      title={title}
      error={error}
      isPending={isPending}
      isReady={isReady}
      close={close}
      explained={names}
      action={title}
      send={() => {
        mutate(callOf(way, { accounts, userKey: user.key }, entered));
        set({ current: "", password: "", repeated: "" });
      }}
    >
      <PasswordFields way={way} accounts={accounts} userKey={user.key} entered={entered} faults={faults} change={set} />
    </FormDialog>
  );
}

interface PasswordFieldsProps extends Pick<PasswordDialogProps, "way" | "accounts"> {
  readonly userKey: string;
  readonly entered: typeof nothing;
  readonly faults: ReadonlyMap<string, string>;
  change(part: Partial<typeof nothing>): void;
}

function PasswordFields({ way, accounts, userKey, entered, faults, change }: PasswordFieldsProps) {
  const say = useText();
  const { current, password, repeated, mustChange } = entered;
  const isNew = way !== "verify";
  const hidden = { type: "password", isRequired: true } as const;
  return (
    <>
      {way === "change" ? (
        <TextField
          id="current-password"
          label={say("password.current")}
          value={current}
          {...hidden}
          autoComplete="current-password"
          fault={faults.get("currentPassword")}
          change={(text) => change({ current: text })}
        />
      ) : null}
      <TextField
        id="new-password"
        label={say(isNew ? "password.new" : "password.toVerify")}
        value={password}
        {...hidden}
        autoComplete={isNew ? "new-password" : "current-password"}
        fault={faults.get("password")}
        change={(text) => change({ password: text })}
      />
      {isNew ? (
        <TextField
          id="repeated-password"
          label={say("password.repeated")}
          value={repeated}
          {...hidden}
          autoComplete="new-password"
          fault={repeated !== "" && repeated !== password ? say("password.differs") : undefined}
          change={(text) => change({ repeated: text })}
        />
      ) : null}
      {way === "reset" ? (
        <Checkbox
          id="must-change"
          label={say("password.mustChange")}
          isChecked={mustChange}
          onChange={(_event, isChecked) => change({ mustChange: isChecked })}
        />
      ) : null}
      {isNew ? <PasswordRules userKey={userKey} accountKeys={accounts.map(({ key }) => key)} faults={faults} /> : null}
    </>
  );
}

interface Subject {
  readonly accounts: readonly Account[];
  readonly userKey: string;
}

function callOf(way: PasswordAction, { accounts, userKey }: Subject, entered: typeof nothing): Change<Operation> {
  const { current: currentPassword, password, mustChange } = entered;
  const more = mustChange ? { mustChange } : {};
  const [only, ...others] = accounts;
  if (only === undefined || others.length > 0) {
    const accountKeys = accounts.map(({ key }) => key);
    return call("POST users()/resetPasswords", { key: userKey, body: { password, accountKeys, ...more } });
  }
  const { key } = only;
  if (way === "change") return call("POST accounts()/changePassword", { key, body: { currentPassword, password } });
  if (way === "reset") return call("POST accounts()/resetPassword", { key, body: { password, ...more } });
  return call("POST accounts()/verifyPassword", { key, body: { password } });
}
