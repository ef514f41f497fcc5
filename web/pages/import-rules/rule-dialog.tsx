import { useState } from "react";
import { useNavigate } from "react-router";

import { call, type Tagged } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { importRulesPath } from "../../api/import-rules.ts";
import type { ImportRule } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { type EnteredRule, RuleFields } from "./rule-fields.tsx";

// A new rule is disabled, so that it can be tested before it is enabled.
const newRule: EnteredRule = {
  sequence: 10,
  objectType: "managedSystem",
  action: "bind",
  policyId: null,
  condition: "",
  description: "",
  enabled: false,
};

interface RuleDialogProps {
  /** The rule to edit; undefined for a new one. */
  readonly rule: Tagged<ImportRule> | undefined;
  close(): void;
}

/** A dialog that creates or edits an import rule. */
export function RuleDialog({ rule: opened, close }: RuleDialogProps) {
  const say = useText();
  const navigate = useNavigate();
  // The page keeps reading the rule, but the dialog edits the version that was read when it was opened.
  const [rule] = useState(opened);
  const [entered, setEntered] = useState<EnteredRule>(() => {
    const { sequence, objectType, action, policyId, condition, description, enabled } = rule ?? newRule;
    return { sequence, objectType, action, policyId, condition, description: description ?? "", enabled };
  });
  const { mutate, isPending, error } = useChanging<ImportRule | undefined>([importRulesPath]);
  const body = { ...entered, description: entered.description === "" ? null : entered.description };
  const title = say(rule === undefined ? "importRules.add" : "importRule.editTitle");
  const send = () =>
    rule === undefined
      ? mutate(call("POST importRules", { body }), {
          onSuccess: (added) => void (added && navigate(paths.importRule(added.key))),
        })
      : mutate(call("PATCH importRules()", { key: rule.key, body, etag: rule["@odata.etag"] ?? null }), {
          onSuccess: close,
        });
  return (
    <FormDialog
      title={title}
      action={rule === undefined ? title : say("action.save")}
      isReady={entered.condition.trim() !== ""}
      isPending={isPending}
      error={error}
      send={send}
      close={close}
    >
      <RuleFields entered={entered} error={error} change={(changed) => setEntered({ ...entered, ...changed })} />
    </FormDialog>
  );
}
