import { useNavigate } from "react-router";

import { call, type Tagged } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { importRules } from "../../api/declared/import-rules.ts";
import { importRulesPath } from "../../api/import-rules.ts";
import type { ImportRule } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { RuleFields } from "./rule-fields.tsx";

// A new rule is disabled, so that it can be tested before it is enabled.
const newRule = { sequence: 10, enabled: false };

interface RuleDialogProps {
  /** The rule to edit; undefined for a new one. */
  readonly rule: Tagged<ImportRule> | undefined;
  close(): void;
}

/** A dialog that creates or edits an import rule. */
export function RuleDialog({ rule, close }: RuleDialogProps) {
  const say = useText();
  const navigate = useNavigate();
  const { fields, isWhole, etag, body } = useDeclaredForm(importRules, rule, newRule);
  const { mutate, isPending, error } = useChanging<ImportRule | undefined>([importRulesPath]);
  const title = say(rule === undefined ? "importRules.add" : "importRule.editTitle");
  const send = () =>
    rule === undefined
      ? mutate(call("POST importRules", { body: body<"POST importRules">() }), {
          onSuccess: (added) => void (added && navigate(paths.importRule(added.key))),
        })
      : mutate(call("PATCH importRules()", { key: rule.key, body: body<"PATCH importRules()">(), etag }), {
          onSuccess: close,
        });
  return (
    <FormDialog
      title={title}
      action={rule === undefined ? title : say("action.save")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      send={send}
      close={close}
    >
      <RuleFields fields={fields} error={error} />
    </FormDialog>
  );
}
