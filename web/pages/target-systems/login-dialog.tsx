import { useState } from "react";

import type { Tagged } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { TargetSystemCredential } from "../../api/model.ts";
import { entity } from "../../api/odata.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { LoginFields, noLogin } from "./login-fields.tsx";

interface LoginDialogProps {
  /** Path of the set of credentials. */
  readonly path: string;
  /** The credentials to edit; undefined for new ones. */
  readonly login: Tagged<TargetSystemCredential> | undefined;
  close(): void;
}

/** A dialog that adds credentials, or edits them; an empty password leaves the saved one unchanged. */
export function LoginDialog({ path, login, close }: LoginDialogProps) {
  const say = useText();
  const [entered, setEntered] = useState({ ...noLogin, administratorId: login?.administratorId ?? "" });
  const [useOrder, setUseOrder] = useState<number | null>(login?.useOrder ?? 0);
  const { mutate, isPending, error } = useChanging([path]);
  const body = {
    administratorId: entered.administratorId,
    useOrder: useOrder ?? 0,
    ...(entered.password !== "" && { password: entered.password }),
  };
  const title = say(login === undefined ? "login.add" : "login.change");
  return (
    <FormDialog
      title={title}
      isPending={isPending}
      error={error}
      close={close}
      action={say("action.save")}
      isReady={entered.administratorId.trim() !== ""}
      send={() =>
        mutate(
          login === undefined
            ? { method: "POST", path, body }
            : { method: "PATCH", path: entity(path, login.key), body, etag: login["@odata.etag"] ?? null },
          { onSuccess: close },
        )
      }
    >
      <LoginFields
        login={entered}
        faults={faultsIn(error)}
        isRequired
        help={say(login?.passwordSet === true ? "login.passwordStays" : "login.passwordHelp")}
        change={setEntered}
      />
      <FormField
        id="useOrder"
        label={say("login.order")}
        help={say("login.orderHelp")}
        input={{ is: "number" }}
        value={useOrder}
        fault={faultsIn(error).get("useOrder")}
        change={(value) => setUseOrder(value as number | null)}
      />
    </FormDialog>
  );
}
