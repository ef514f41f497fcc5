import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { User } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { type EnteredPerson, personBody, PersonFields } from "./person-fields.tsx";

const nobody: EnteredPerson = { id: "", displayName: "", mail: "", timeZone: "", calendar: "", manager: null };

/** A dialog that adds a user and opens their page. */
export function AddPersonDialog({ close }: { close(): void }) {
  const say = useText();
  const navigate = useNavigate();
  const [entered, setEntered] = useState(nobody);
  const { mutate, isPending, error } = useChanging<User>([usersPath]);
  return (
    <FormDialog
      title={say("people.add")}
      explained={say("people.addExplained")}
      action={say("people.add")}
      isReady={entered.id.trim() !== ""}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call("POST users", { body: personBody(entered) }), {
          onSuccess: ({ key }) => void navigate(paths.person(key)),
        })
      }
      close={close}
    >
      <PersonFields
        entered={entered}
        error={error}
        change={(changed) => setEntered((before) => ({ ...before, ...changed }))}
      />
    </FormDialog>
  );
}
