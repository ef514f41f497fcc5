import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { users } from "../../api/declared/users.ts";
import type { User } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";

/** A dialog that edits a user; it overwrites no change that someone else has made since it was opened. */
export function EditPersonDialog({ user, close }: { readonly user: User; close(): void }) {
  const say = useText();
  const { fields, isWhole, etag, body } = useDeclaredForm(users, user);
  const { mutate, isPending, error } = useChanging([usersPath]);
  return (
    <FormDialog
      title={say("people.edit")}
      action={say("action.save")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call("PATCH users()", { key: user.key, body: body<"PATCH users()">(), etag }), {
          onSuccess: close,
        })
      }
      close={close}
    >
      <DeclaredFields {...fields} error={error} />
    </FormDialog>
  );
}
