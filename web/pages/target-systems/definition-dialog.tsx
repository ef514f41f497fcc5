import { useState } from "react";

import { call, type Tagged } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { TargetSystemAttributeDefinition } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import type { FieldInput } from "../../forms/field-value.ts";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { definitionFields, type EnteredDefinition, newDefinition, sentDefinition } from "./definition-fields.ts";

interface DefinitionDialogProps {
  readonly targetSystemKey: string;
  /** The definition to edit; undefined for a new one. */
  readonly definition: Tagged<TargetSystemAttributeDefinition> | undefined;
  close(): void;
}

/** A dialog that adds an attribute definition, or edits one over the version that was read. */
export function DefinitionDialog({ targetSystemKey, definition, close }: DefinitionDialogProps) {
  const say = useText();
  const known = definition ?? newDefinition;
  const [entered, setEntered] = useState(
    () => Object.fromEntries(definitionFields.map(({ name }) => [name, known[name]])) as EnteredDefinition,
  );
  const { mutate, isPending, error } = useChanging([pathOf("targetSystems()/attributeDefinitions", targetSystemKey)]);
  const inputOf = (field: (typeof definitionFields)[number]): FieldInput =>
    field.is === "choice"
      ? {
          is: "choice",
          choices: field.values.map((value) => ({ value, label: say(`definition.value.${value}`) })),
        }
      : { is: field.is };
  const title = say(definition === undefined ? "definition.add" : "definition.change");
  const body = sentDefinition(entered);
  return (
    <FormDialog
      title={title}
      isPending={isPending}
      error={error}
      close={close}
      action={say("action.save")}
      isReady={entered.attribute.trim() !== ""}
      send={() =>
        mutate(
          definition === undefined
            ? call("POST targetSystems()/attributeDefinitions", { key: targetSystemKey, body })
            : call("PATCH targetSystems()/attributeDefinitions()", {
                key: [targetSystemKey, definition.key],
                body,
                etag: definition["@odata.etag"] ?? null,
              }),
          { onSuccess: close },
        )
      }
    >
      {definitionFields.map((field) => (
        <FormField
          key={field.name}
          id={`definition-${field.name}`}
          label={say(`definition.${field.name}`)}
          help={say(`definition.help.${field.name}`)}
          input={inputOf(field)}
          value={entered[field.name]}
          fault={faultsIn(error).get(field.name)}
          isRequired={field.name === "attribute"}
          change={(value) => setEntered({ ...entered, [field.name]: value })}
        />
      ))}
    </FormDialog>
  );
}
