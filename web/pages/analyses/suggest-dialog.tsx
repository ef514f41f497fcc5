import { useState } from "react";
import { useNavigate } from "react-router";

import { analysesPath } from "../../api/analyses.ts";
import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Analysis } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

/** A dialog that starts a search for roles. */
export function SuggestDialog({ close }: { close(): void }) {
  const say = useText();
  const navigate = useNavigate();
  const [attribute, setAttribute] = useState("");
  const [people, setPeople] = useState("");
  const [tolerance, setTolerance] = useState("");
  const { mutate, isPending, error } = useChanging<Analysis | undefined>([analysesPath]);
  const number = (text: string) => (text.trim() === "" ? null : Number(text));
  const input = {
    attribute: attribute.trim() === "" ? null : attribute.trim(),
    peopleMin: number(people),
    tolerancePercent: number(tolerance),
  };
  return (
    <FormDialog
      title={say("analyses.suggest")}
      explained={say("analyses.suggestExplained")}
      action={say("analyses.suggest")}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(call("POST analyses", { body: { kind: "roleMining", input } }), {
          onSuccess: (added) => void (added && navigate(paths.analysis(added.key))),
        })
      }
    >
      <TextField
        id="suggest-attribute"
        label={say("analyses.attribute")}
        help={say("analyses.attributeHelp")}
        value={attribute}
        change={setAttribute}
      />
      <TextField
        id="suggest-people"
        label={say("analyses.peopleMin")}
        help={say("analyses.peopleMinHelp")}
        inputMode="numeric"
        value={people}
        change={setPeople}
      />
      <TextField
        id="suggest-tolerance"
        label={say("analyses.tolerance")}
        help={say("analyses.toleranceHelp")}
        inputMode="numeric"
        value={tolerance}
        change={setTolerance}
      />
    </FormDialog>
  );
}
