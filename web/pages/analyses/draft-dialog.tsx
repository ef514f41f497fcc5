import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { RoleSuggestion } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";

interface DraftDialogProps {
  readonly suggestion: RoleSuggestion;
  close(): void;
}

/** A dialog that drafts a role of a suggestion. */
export function DraftDialog({ suggestion: { key, analysisKey }, close }: DraftDialogProps) {
  const say = useText();
  const [id, setId] = useState("");
  const { mutate, isPending, error } = useChanging([pathOf("analyses()/suggestions", analysisKey)]);
  return (
    <FormDialog
      title={say("suggestion.draft")}
      explained={say("suggestion.draftExplained")}
      action={say("suggestion.draft")}
      isReady={id.trim() !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(call("POST roleSuggestions()/draft", { key, body: { id: id.trim() } }), { onSuccess: close })}
    >
      <TextField id="draft-name" label={say("suggestion.name")} isRequired value={id} change={setId} />
    </FormDialog>
  );
}
