import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { User } from "../../api/model.ts";
import { etagOf } from "../../api/odata.ts";
import { usersPath } from "../../api/users.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { type EnteredPerson, personBody, PersonFields } from "./person-fields.tsx";

/** A dialog that edits a user; it overwrites no change that someone else has made since it was opened. */
export function EditPersonDialog({ user: opened, close }: { readonly user: User; close(): void }) {
  const say = useText();
  // The page keeps reading the user, but the dialog edits the version that was read when it was opened.
  const [user] = useState(opened);
  const [entered, setEntered] = useState<EnteredPerson>({
    id: user.id,
    displayName: user.displayName ?? "",
    mail: user.mail ?? "",
    timeZone: user.timeZone ?? "",
    calendar: user.calendar ?? "",
    manager: user.manager ?? null,
  });
  const { mutate, isPending, error } = useChanging([usersPath]);
  return (
    <FormDialog
      title={say("people.edit")}
      action={say("action.save")}
      isReady={entered.id.trim() !== ""}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call("PATCH users()", { key: user.key, body: personBody(entered), etag: etagOf(user) }), {
          onSuccess: close,
        })
      }
      close={close}
    >
      <PersonFields
        entered={entered}
        error={error}
        selfKey={user.key}
        change={(changed) => setEntered((before) => ({ ...before, ...changed }))}
      />
    </FormDialog>
  );
}
