import { Button, Form, FormGroup, Modal, ModalBody, ModalFooter, ModalHeader, TextInput } from "@patternfly/react-core";
import { useState } from "react";

import { useText } from "../messages/text.ts";

const formId = "save-view";

/** Asks for the name of a view. */
export function SaveViewDialog({ save, close }: { save(name: string): void; close(): void }) {
  const say = useText();
  const [name, setName] = useState("");
  return (
    <Modal isOpen variant="small" aria-labelledby="save-view-title" onClose={close}>
      <ModalHeader
        title={say("table.saveView")}
        labelId="save-view-title"
        description={say("table.saveViewExplained")}
      />
      <ModalBody>
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
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form={formId} isDisabled={name.trim() === ""}>
          {say("action.save")}
        </Button>
        <Button variant="link" onClick={close}>
          {say("action.cancel")}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
