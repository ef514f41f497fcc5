import { call } from "../../api/call.ts";
import type { User } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";

/** Action on a user that needs only a confirmation. */
export type UserStateAction = "disable" | "enable" | "unlock";

interface UserStateDialogProps {
  readonly user: User;
  readonly action: UserStateAction;
  close(): void;
}

/** A dialog that confirms that a user is disabled, enabled or unlocked, and names the consequences. */
export function UserStateDialog({ user, action, close }: UserStateDialogProps) {
  const say = useText();
  const name = user.displayName ?? user.id;
  return (
    <ConfirmDialog
      title={say(`person.${action}`)}
      of={name}
      explained={say(`person.${action}Explained`, { name })}
      action={say(`person.${action}`)}
      isDanger={action === "disable"}
      call={call(`POST users()/${action}`, { key: user.key })}
      sets={[usersPath]}
      close={close}
    />
  );
}
