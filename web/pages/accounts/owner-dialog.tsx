import { FormGroup, Radio } from "@patternfly/react-core";
import { useState } from "react";

import { accountsPath } from "../../api/accounts.ts";
import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Account, Person } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { useText } from "../../messages/text.ts";

/** A dialog that sets or removes the owner of an account. The owner exists only in the service, not on the target system. */
export function OwnerDialog({ account, close }: { readonly account: Account; close(): void }) {
  const say = useText();
  const [owner, setOwner] = useState<Person | null>();
  const { mutate, isPending, error } = useChanging([accountsPath]);
  return (
    <FormDialog
      title={say("owner.change")}
      explained={say("owner.changeExplained")}
      action={say("action.save")}
      isReady={owner !== undefined}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call("PATCH accounts()", { key: account.key, body: { userKey: owner?.key ?? null } }), {
          onSuccess: close,
        })
      }
      close={close}
    >
      <FormGroup isStack role="radiogroup" label={say("owner.new")}>
        <Radio
          id="owner-nobody"
          name="owner"
          label={say("accounts.nobody")}
          isChecked={owner === null}
          onChange={() => setOwner(null)}
        />
        {owner === undefined || owner === null ? null : (
          <Radio
            id="owner-chosen"
            name="owner"
            label={`${owner.displayName ?? owner.id} (${owner.id})`}
            isChecked
            onChange={() => undefined}
          />
        )}
      </FormGroup>
      <PersonPicker
        id="owner-person"
        label={say("owner.find")}
        without={new Set(account.userKey === null ? [] : [account.userKey])}
        choose={setOwner}
      />
    </FormDialog>
  );
}
