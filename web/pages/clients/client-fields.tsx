import type { clients } from "../../api/declared/clients.ts";
import { TextField } from "../../components/text-field.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { fieldFault } from "../../forms/text-faults.ts";
import type { DeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";

interface ClientFieldsProps {
  readonly fields: DeclaredForm<typeof clients>["fields"];
  readonly error: unknown;
  /** ID of the user as whom the client acts; the API takes it in place of the key. */
  readonly userId: string;
  changeUser(userId: string): void;
}

/** Fields of a client. Buttons of the page enable and disable it. */
export function ClientFields({ fields, error, userId, changeUser }: ClientFieldsProps) {
  const say = useText();
  return (
    <>
      <DeclaredFields {...fields} error={error} leftOut={["enabled"]} />
      <TextField
        id="client-user"
        label={say("declared.clients.userKey")}
        value={userId}
        help={say("client.userHelp")}
        fault={fieldFault(error, "userId", say)}
        change={changeUser}
      />
    </>
  );
}
