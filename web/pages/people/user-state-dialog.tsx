import { userPath } from "../../api/catalogue.ts";
import type { User } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";

/** What is done with a person at a word. */
export type UserStateAction = "disable" | "enable" | "unlock";

interface UserStateDialogProps {
  readonly user: User;
  readonly action: UserStateAction;
  close(): void;
}

/** Asks once whether a person is to be disabled, enabled or unlocked, and says what follows. */
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
      call={{ method: "POST", path: `${userPath(user.key)}/${action}`, body: {} }}
      sets={[usersPath]}
      close={close}
    />
  );
}
