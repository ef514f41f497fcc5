import { useState } from "react";

import { call } from "../api/call.ts";
import { useChanging } from "../api/changing.ts";
import type { Operation } from "../api/model.ts";
import { pathOf } from "../api/path.ts";
import { CallError, faultsByField } from "../base/call-error.ts";
import { useText } from "../messages/text.ts";
import { AttributeFields } from "./attribute-fields.tsx";
import { changedAttributes, type EnteredAttributes, linesOf } from "./changed-attributes.ts";
import { FormDialog } from "./form-dialog.tsx";

interface AttributesDialogProps {
  /** Set of the object, and its key. */
  readonly set: "accounts" | "groups";
  readonly objectKey: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  follow(operationKey: string): void;
  close(): void;
}

/** A dialog that edits attributes on a target system; only changed attributes are sent. */
export function AttributesDialog({ set, objectKey, attributes, follow, close }: AttributesDialogProps) {
  const say = useText();
  const [before] = useState<EnteredAttributes>(() => linesOf(attributes));
  const [entered, setEntered] = useState(before);
  const { mutate, isPending, error } = useChanging<Operation | undefined>([pathOf(set)]);
  const changed = changedAttributes(before, entered);
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  return (
    <FormDialog
      title={say("attributes.change")}
      explained={say("attributes.changeExplained")}
      action={say("action.save")}
      isReady={Object.keys(changed).length > 0}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call(`PATCH ${set}()`, { key: objectKey, body: { attributeValues: changed } }), {
          onSuccess: (operation) => {
            if (operation !== undefined) follow(operation.key);
            close();
          },
        })
      }
      close={close}
    >
      <AttributeFields entered={entered} faults={faults} change={setEntered} />
    </FormDialog>
  );
}
