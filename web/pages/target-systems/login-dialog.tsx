import { useState } from "react";

import { call, type Tagged } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { TargetSystemCredential } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { LoginFields, noLogin } from "./login-fields.tsx";

interface LoginDialogProps {
  readonly targetSystemKey: string;
  /** The credentials to edit; undefined for new ones. */
  readonly login: Tagged<TargetSystemCredential> | undefined;
  close(): void;
}

/** A dialog that adds credentials, or edits them; an empty password leaves the saved one unchanged. */
export function LoginDialog({ targetSystemKey, login, close }: LoginDialogProps) {
  const say = useText();
  const [entered, setEntered] = useState({ ...noLogin, administratorId: login?.administratorId ?? "" });
  const [useOrder, setUseOrder] = useState<number | null>(login?.useOrder ?? 0);
  const { mutate, isPending, error } = useChanging([pathOf("targetSystems()/credentials", targetSystemKey)]);
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
            ? call("POST targetSystems()/credentials", { key: targetSystemKey, body })
            : call("PATCH targetSystems()/credentials()", {
                key: [targetSystemKey, login.key],
                body,
                etag: login["@odata.etag"] ?? null,
              }),
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
