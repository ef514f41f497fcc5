import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { sodRules } from "../../api/declared/sod-rules.ts";
import type { SodRule } from "../../api/model.ts";
import { sodRulesPath } from "../../api/sod.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { draftsOf, emptyParts, partsFrom } from "./part-drafts.ts";
import { PartsEditor } from "./parts-editor.tsx";

interface SodRuleDialogProps {
  /** The rule to edit; undefined for a new one. */
  readonly rule: SodRule | undefined;
  close(): void;
}

/** A dialog that adds or edits a rule: its properties and its parts. */
export function SodRuleDialog({ rule, close }: SodRuleDialogProps) {
  const say = useText();
  const navigate = useNavigate();
  const { fields, isWhole, etag, body } = useDeclaredForm(sodRules, rule);
  const [drafts, setDrafts] = useState(() => (rule === undefined ? emptyParts : draftsOf(rule.parts)));
  const { mutate, isPending, error } = useChanging<SodRule | undefined>([sodRulesPath]);
  const parts = partsFrom(drafts);
  const send = () =>
    rule === undefined
      ? mutate(call("POST sodRules", { body: { ...body<"POST sodRules">(), parts } }), {
          onSuccess: (added) => void (added && navigate(paths.sodRule(added.key))),
        })
      : mutate(call("PATCH sodRules()", { key: rule.key, body: { ...body<"PATCH sodRules()">(), parts }, etag }), {
          onSuccess: close,
        });
  return (
    <FormDialog
      title={say(rule === undefined ? "sod.add" : "sod.edit")}
      of={rule?.id}
      action={say(rule === undefined ? "sod.add" : "action.save")}
      isReady={isWhole && parts.length > 1}
      isPending={isPending}
      isWide
      error={error}
      send={send}
      close={close}
    >
      <DeclaredFields {...fields} error={error} />
      <PartsEditor parts={drafts} faults={faultsIn(error)} change={setDrafts} />
    </FormDialog>
  );
}
