import { Checkbox, FormGroup } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { accountsOfQuery } from "../../api/catalogue.ts";
import { useChanging } from "../../api/changing.ts";
import type { Operation, Person } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { isComplete, NewPasswordFields, noPassword } from "../../components/new-password-fields.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";

const PasswordRules = openedLater(
  async () => (await withTexts("password-rules", import("../../components/password-rules.tsx"))).PasswordRules,
);

interface ResetPasswordsDialogProps {
  readonly person: Person;
  follow(operationKey: string): void;
  close(): void;
}

/** A dialog that sets one new password on several accounts of a user: the selected ones, or all possible ones. */
export function ResetPasswordsDialog({ person, follow, close }: ResetPasswordsDialogProps) {
  const say = useText();
  const [entered, setEntered] = useState(noPassword);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { mutate, isPending, error } = useChanging<Operation>([usersPath]);
  const { password, mustChange } = entered;
  const body = {
    password,
    ...(mustChange && { mustChange }),
    ...(chosen.size > 0 && { accountKeys: [...chosen] }),
  };
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  return (
    <FormDialog
      title={say("helpDesk.reset")}
      explained={say("helpDesk.resetFor", { name: person.displayName ?? person.id })}
      action={say("helpDesk.reset")}
      isReady={isComplete(entered)}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call("POST users()/resetPasswords", { key: person.key, body }), {
          onSuccess: ({ key }) => {
            follow(key);
            close();
          },
        })
      }
      close={close}
    >
      <Accounts person={person} chosen={chosen} change={setChosen} />
      <NewPasswordFields
        entered={entered}
        fault={faults.get("password")}
        change={(changed) => setEntered((before) => ({ ...before, ...changed }))}
      />
      <PasswordRules userKey={person.key} accountKeys={[...chosen]} faults={faults} />
    </FormDialog>
  );
}

interface AccountsProps {
  readonly person: Person;
  readonly chosen: ReadonlySet<string>;
  change(chosen: ReadonlySet<string>): void;
}

/** Accounts to select from, if policies allow the helper to see them. */
function Accounts({ person, chosen, change }: AccountsProps) {
  const say = useText();
  const may = useMay();
  const isSeen = may("users_accounts_get_list") && may("users_get");
  const { data } = useQuery({ ...accountsOfQuery(person.key), enabled: isSeen, retry: false });
  const accounts = data?.value ?? [];
  if (accounts.length < 2) return null;
  return (
    <FormGroup isStack role="group" label={say("helpDesk.accounts")}>
      {accounts.map(({ key, shortId, targetSystemKey }) => (
        <Checkbox
          key={key}
          id={`account-${key}`}
          label={say("account.on", { account: shortId, target: targetSystemKey })}
          isChecked={chosen.has(key)}
          onChange={(_event, isChecked) =>
            change(new Set(isChecked ? [...chosen, key] : [...chosen].filter((one) => one !== key)))
          }
        />
      ))}
    </FormGroup>
  );
}
