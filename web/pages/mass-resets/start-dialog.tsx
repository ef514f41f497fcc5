import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { massResetsPath } from "../../api/mass-resets.ts";
import type { MassReset } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";

interface StartDialogProps {
  readonly massReset: MassReset;
  close(): void;
}

/** A dialog that starts a mass reset. Its user types the number of accounts, so that no slip of the mouse starts one. */
export function StartDialog({ massReset, close }: StartDialogProps) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const { mutate, isPending, error } = useChanging([massResetsPath]);
  const { key, action, accounts, people } = massReset;
  const isReset = action === "reset";
  return (
    <FormDialog
      title={say("massReset.start")}
      explained={say(isReset ? "massReset.startExplained" : `massReset.startExplained.${action}`, { accounts, people })}
      action={say("massReset.start")}
      isDanger
      isReady={typed.trim() === String(accounts)}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call("POST massResets()/start", { key, body: { expectCount: accounts, confirm: true } }), {
          onSuccess: close,
        })
      }
      close={close}
    >
      <TextField
        id="mass-reset-count"
        label={say(isReset ? "massReset.typeCount" : "massReset.typeSteps")}
        help={say("massReset.typeCountHelp", { count: String(accounts) })}
        inputMode="numeric"
        isRequired
        value={typed}
        change={setTyped}
      />
    </FormDialog>
  );
}
