import { Button, Form, FormGroup, TextInput } from "@patternfly/react-core";
import { useState } from "react";

import { Dialog } from "../components/dialog.tsx";
import { useText } from "../messages/text.ts";

const formId = "save-view";

/** A dialog that asks for the name of a view and saves it. */
export function SaveViewDialog({ save, close }: { save(name: string): void; close(): void }) {
  const say = useText();
  const [name, setName] = useState("");
  return (
    <Dialog
      title={say("table.saveView")}
      explained={say("table.saveViewExplained")}
      footer={
        <>
          <Button type="submit" form={formId} isDisabled={name.trim() === ""}>
            {say("action.save")}
          </Button>
          <Button variant="link" onClick={close}>
            {say("action.cancel")}
          </Button>
        </>
      }
      close={close}
    >
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          save(name.trim());
          close();
        }}
      >
        <FormGroup label={say("table.viewName")} fieldId="view-name" isRequired>
          <TextInput
            id="view-name"
            value={name}
            maxLength={100}
            onChange={(_event, text) => setName(text)}
            isRequired
          />
        </FormGroup>
      </Form>
    </Dialog>
  );
}
