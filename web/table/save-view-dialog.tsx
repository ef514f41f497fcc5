import { FormGroup, TextInput } from "@patternfly/react-core";
import { useState } from "react";

import { FormDialog } from "../components/form-dialog.tsx";
import { useText } from "../messages/text.ts";

/** A dialog that asks for the name of a view and saves it. */
export function SaveViewDialog({ save, close }: { save(name: string): void; close(): void }) {
  const say = useText();
  const [name, setName] = useState("");
  return (
    <FormDialog
      title={say("table.saveView")}
      explained={say("table.saveViewExplained")}
      action={say("action.save")}
      isReady={name.trim() !== ""}
      isPending={false}
      error={undefined}
      send={() => {
        save(name.trim());
        close();
      }}
      close={close}
    >
      <FormGroup label={say("table.viewName")} fieldId="view-name" isRequired>
        <TextInput id="view-name" value={name} maxLength={100} onChange={(_event, text) => setName(text)} isRequired />
      </FormGroup>
    </FormDialog>
  );
}
