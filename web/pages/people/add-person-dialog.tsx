import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { users } from "../../api/declared/users.ts";
import type { User } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

/** A dialog that adds a user and opens their page. */
export function AddPersonDialog({ close }: { close(): void }) {
  const say = useText();
  const navigate = useNavigate();
  const { fields, isWhole, body } = useDeclaredForm(users);
  const { mutate, isPending, error } = useChanging<User>([usersPath]);
  return (
    <FormDialog
      title={say("people.add")}
      explained={say("people.addExplained")}
      action={say("people.add")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call("POST users", { body: body<"POST users">() }), {
          onSuccess: ({ key }) => void navigate(paths.person(key)),
        })
      }
      close={close}
    >
      <DeclaredFields {...fields} error={error} />
    </FormDialog>
  );
}
