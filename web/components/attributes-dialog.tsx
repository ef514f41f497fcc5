import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { CallError, faultsByField } from "../api/call-error.ts";
import { useChanging } from "../api/changing.ts";
import type { Operation } from "../api/model.ts";
import { useText } from "../messages/text.ts";
import { changedAttributes, type EnteredAttributes, linesOf } from "./changed-attributes.ts";
import { FormDialog } from "./form-dialog.tsx";
import { TextField } from "./text-field.tsx";

interface AttributesDialogProps {
  /** The path of the account or group, and of their set. */
  readonly path: string;
  readonly set: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  follow(operationKey: string): void;
  close(): void;
}

/** Changes attributes on a target system: only those that are otherwise than before are sent. */
export function AttributesDialog({ path, set, attributes, follow, close }: AttributesDialogProps) {
  const say = useText();
  const [before] = useState<EnteredAttributes>(() => linesOf(attributes));
  const [entered, setEntered] = useState(before);
  const [newName, setNewName] = useState("");
  const { mutate, isPending, error } = useChanging<Operation | undefined>([set]);
  const changed = changedAttributes(before, entered);
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  const add = () => {
    setEntered({ [newName.trim()]: "", ...entered });
    setNewName("");
  };
  return (
    <FormDialog
      title={say("attributes.change")}
      explained={say("attributes.changeExplained")}
      action={say("action.save")}
      isReady={Object.keys(changed).length > 0}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(
          { method: "PATCH", path, body: { attributeValues: changed } },
          {
            onSuccess: (operation) => {
              if (operation !== undefined) follow(operation.key);
              close();
            },
          },
        )
      }
      close={close}
    >
      {Object.entries(entered).map(([name, text]) => (
        <TextField
          key={name}
          id={`attribute-${name}`}
          label={name}
          rows={Math.min(6, text.split("\n").length)}
          value={text}
          help={say("ask.oneEachLine")}
          fault={faults.get(`attributeValues.${name}`) ?? faults.get(name)}
          change={(typed) => setEntered({ ...entered, [name]: typed })}
        />
      ))}
      <TextField id="attribute-new" label={say("attributes.name")} value={newName} change={setNewName} />
      <Button
        variant="secondary"
        isDisabled={newName.trim() === "" || Object.hasOwn(entered, newName.trim())}
        onClick={add}
      >
        {say("attributes.add")}
      </Button>
    </FormDialog>
  );
}
