import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { User } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { enteredMoment, momentOf } from "../../forms/moment-value.ts";
import { fieldFault } from "../../forms/text-faults.ts";
import { useText } from "../../messages/text.ts";

/** Action on the end of a user. */
export type EndAction = "leave" | "extend";

interface EndDialogProps {
  readonly user: User;
  readonly action: EndAction;
  close(): void;
}

/** A dialog that lets a user leave, now or at a time, or extends the end of a user. */
export function EndDialog({ user, action, close }: EndDialogProps) {
  const say = useText();
  const [entered, setEntered] = useState(() => enteredMoment(action === "extend" ? (user.endsAt ?? "") : ""));
  const { mutate, isPending, error } = useChanging([usersPath]);
  const { key } = user;
  const endsAt = momentOf(entered);
  const isLeaving = action === "leave";
  const change = isLeaving
    ? call("POST users()/leave", { key, body: { endsAt } })
    : call("POST users()/extend", { key, body: { endsAt: endsAt ?? "" } });
  const name = user.displayName ?? user.id;
  return (
    <FormDialog
      title={say(`person.${action}`)}
      of={name}
      explained={say(`person.${action}Explained`, { name })}
      action={say(`person.${action}`)}
      isDanger={isLeaving}
      isReady={isLeaving || endsAt !== null}
      isPending={isPending}
      error={error}
      send={() => mutate(change, { onSuccess: close })}
      close={close}
    >
      <TextField
        id="person-end"
        label={say("declared.users.endsAt")}
        help={say(isLeaving ? "person.leaveHelp" : "person.extendHelp")}
        fault={fieldFault(error, "endsAt", say)}
        isRequired={!isLeaving}
        type="datetime-local"
        value={entered}
        change={setEntered}
      />
    </FormDialog>
  );
}
