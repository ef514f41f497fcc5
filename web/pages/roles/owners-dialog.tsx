import { Button, FormGroup } from "@patternfly/react-core";
import { useState } from "react";

import { roleOwnersMax } from "#domain/role-limits.ts";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Person, Role } from "../../api/model.ts";
import { rolesPath } from "../../api/roles.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { useText } from "../../messages/text.ts";

interface OwnersDialogProps {
  readonly role: Role;
  /** Present owners. */
  readonly owners: readonly Person[];
  close(): void;
}

/** A dialog that replaces the owners of a role. */
export function OwnersDialog({ role, owners: present, close }: OwnersDialogProps) {
  const say = useText();
  const [owners, setOwners] = useState(present);
  const { mutate, isPending, error } = useChanging([rolesPath]);
  const userKeys = owners.map(({ key }) => key);
  return (
    <FormDialog
      title={say("role.setOwners")}
      of={role.id}
      explained={say("role.setOwnersExplained")}
      action={say("action.save")}
      isPending={isPending}
      error={error}
      send={() => mutate(call("POST roles()/setOwners", { key: role.key, body: { userKeys } }), { onSuccess: close })}
      close={close}
    >
      <FormGroup label={say("role.owners")} role="group">
        {owners.length === 0 ? say("role.noOwners") : null}
        <ul className="gatehouse-plain-list">
          {owners.map(({ key, id, displayName }) => (
            <li key={key}>
              {displayName ?? id} ({id}){" "}
              <Button
                variant="link"
                isInline
                aria-label={say("role.removeOwner", { name: displayName ?? id })}
                onClick={() => setOwners(owners.filter((one) => one.key !== key))}
              >
                {say("action.remove")}
              </Button>
            </li>
          ))}
        </ul>
      </FormGroup>
      {owners.length >= roleOwnersMax ? null : (
        <PersonPicker
          id="new-owner"
          label={say("role.addOwner")}
          without={new Set(userKeys)}
          choose={(person) => setOwners([...owners, person])}
        />
      )}
    </FormDialog>
  );
}
