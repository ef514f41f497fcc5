import { useState } from "react";
import { useNavigate } from "react-router";

import { type PresetName, presetNames } from "#domain/passwords/password-presets.ts";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { passwordPolicies } from "../../api/declared/password-policies.ts";
import type { PasswordPolicy } from "../../api/model.ts";
import { passwordPoliciesPath } from "../../api/password-policies.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

/** A dialog that adds a password policy with the rules of a preset, and opens it. */
export function NewPolicyDialog({ close }: { close(): void }) {
  const say = useText();
  const navigate = useNavigate();
  const [preset, setPreset] = useState<PresetName>("initial");
  const { fields, isWhole, body } = useDeclaredForm(passwordPolicies);
  const { mutate, isPending, error } = useChanging<PasswordPolicy>([passwordPoliciesPath]);
  return (
    <FormDialog
      title={say("passwordPolicy.add")}
      action={say("action.save")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(call("POST passwordPolicies", { body: { ...body<"POST passwordPolicies">(), preset } }), {
          onSuccess: ({ id }) => void navigate(paths.passwordPolicy(id)),
        })
      }
    >
      <DeclaredFields {...fields} error={error} />
      <FormField
        id="policy-preset"
        label={say("passwordPolicy.preset")}
        help={say("passwordPolicy.presetHelp")}
        input={{
          is: "choice",
          choices: presetNames.map((name) => ({ value: name, label: say(`passwordPolicy.preset.${name}`) })),
        }}
        value={preset}
        change={(value) => setPreset(value as PresetName)}
      />
    </FormDialog>
  );
}
